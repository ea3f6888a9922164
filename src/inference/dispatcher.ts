import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// Tunnels through proxies are opened with it. undici's entry, which would bring everything else, adds it as well.
Object.assign(Dispatcher.prototype, { connect });

export { Dispatcher, EnvHttpProxyAgent };
