/** The part of undici that is its fetch: the same code and types, without the rest, which is a quarter of the bundle. */
declare module 'undici/index-fetch.js' {
  export { EnvHttpProxyAgent, fetch, type Dispatcher, type Response } from 'undici';
}
