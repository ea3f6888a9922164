/**
 * The part of undici that is its fetch: the same code and types, without the rest, so that the bundle has only a
 * quarter of undici.
 */
declare module 'undici/index-fetch.js' {
  export { EnvHttpProxyAgent, fetch, type Dispatcher, type RequestInit, type Response } from 'undici';
}
