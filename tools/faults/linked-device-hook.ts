/** Loaded into every process of the node: the device of native WhatsApp is the fake one, which a peer outside talks to. */
import { registerHooks } from 'node:module'

const device = new URL('linked-device.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === './baileys.ts' ? { url: device, shortCircuit: true } : next(specifier, context),
})
