/** Installs the service worker. Without it the messenger works too, but not offline. */
export function installWorker(): void {
  if (!('serviceWorker' in navigator)) return
  const address = '/messenger/service-worker.js'
  // If the browser has trusted types, the content security policy accepts no plain text as a script's address.
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('verbatim-worker', { createScriptURL: () => address })
  const url = policy ? policy.createScriptURL(address) : address
  navigator.serviceWorker.register(url as string, { scope: '/messenger/' }).catch(() => undefined)
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ): { createScriptURL: (text: string) => unknown }
}
