import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** Where `npm run dev` finds the server. */
const api = process.env['VERBATIM_API'] ?? 'http://localhost:3000'
const served = ['/bff', '/config', '/identity', '/messenger/api']

export default defineConfig({
  base: '/messenger/',
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routeFileIgnorePattern: '\\.(test|module)\\.',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
    serviceWorker(),
  ],
  build: {
    // Browsers that know light-dark(): a rewritten one would not follow the chosen scheme.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // No data: addresses for scripts and fonts, no inline module preload: the content security policy has neither.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    port: 5174,
    allowedHosts: ['.localhost'],
    proxy: Object.fromEntries([
      ...served.map((path) => [path, { target: api, changeOrigin: false }]),
      ['/bff/realtime', { target: api, ws: true }],
    ]),
  },
})

/** Writes the service worker with the names of this build's files, so that another build is another worker. */
function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    async generateBundle(_options, bundle) {
      const parts = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      const latin = Object.keys(bundle).filter((name) => /inter-latin-wght.*\.woff2$/.test(name))
      const files = [...parts, ...latin].toSorted().map((name) => `/messenger/${name}`)
      const source = await readFile(join(root, 'service-worker.js'), 'utf8')
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: source.replace('/* files */', files.map((name) => JSON.stringify(name)).join(', ')),
      })
    },
  }
}
