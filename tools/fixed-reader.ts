/** Tests read dates as a reader in Britain does, whatever the language of the machine: what depends on it names a locale. */
Object.defineProperty(globalThis.navigator, 'languages', { configurable: true, get: () => ['en-GB'] })
