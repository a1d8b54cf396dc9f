import { PrivateAddress } from '#platform/public-fetch.ts'
import { mediaHost } from './fetch-opened.ts'

interface Dispatcher {
  dispatch(options: { readonly origin?: URL | string }, handler: unknown): boolean
}

/** Where `fetch` keeps the one that it uses. Source: undici, `lib/global.js`. */
const usual = Symbol.for('undici.globalDispatcher.1')

/**
 * The library fetches the settings of the account by itself, such as the names of contacts, from where a message says they are. This
 * calls WhatsApp’s servers for files and nothing else, also after a redirection.
 */
export const libraryDispatcher: Dispatcher = {
  dispatch(options, handler) {
    if (String(options.origin) !== `https://${mediaHost}`)
      throw new PrivateAddress('The library may not call this host')
    const { [usual]: dispatcher } = globalThis as unknown as { readonly [usual]: Dispatcher }
    return dispatcher.dispatch(options, handler)
  },
}
