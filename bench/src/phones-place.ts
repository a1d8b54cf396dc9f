/**
 * Loaded before the product's own modules, in its processes, by `phones.ts`. Where a process loads the library for linked devices, that
 * finds the server of the bench in the place of WhatsApp's, and trusts its root. Nothing else is loaded or changed.
 */
import { registerHooks } from 'node:module'

const { BENCH_WHATSAPP_URL: url = '', BENCH_WHATSAPP_ROOT: root = '' } = process.env

registerHooks({
  load(address, context, next) {
    const loaded = next(address, context)
    if (!address.endsWith('/baileys/lib/Defaults/index.js')) return loaded
    const { source } = loaded
    const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8')
    const changed = [
      text,
      `DEFAULT_CONNECTION_CONFIG.waWebSocketUrl = ${JSON.stringify(url)}`,
      `WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(${JSON.stringify(root)}, 'hex')`,
    ]
    return { ...loaded, source: changed.join('\n') }
  },
})
