import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run dev` finds the server. */
const api = process.env['VERBATIM_API'] ?? 'http://localhost:3000'

/** What the server answers itself; everything else is the application. */
const served = [
  '/bff',
  '/config',
  '/identity',
  '/audit',
  '/integrations/',
  '/external-accounts',
  '/v1',
  '/healthz',
]

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routeFileIgnorePattern: '\\.(test|module)\\.',
      quoteStyle: 'single',
      semicolons: false,
    }),
    react(),
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
    port: 5173,
    allowedHosts: ['.localhost'],
    proxy: Object.fromEntries([
      ...served.map((path) => [path, { target: api, changeOrigin: false }]),
      ['/socket.io', { target: api, ws: true }],
    ]),
  },
})
