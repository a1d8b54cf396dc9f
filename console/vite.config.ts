import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin } from 'vite'

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
    precompress(),
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

/** Writes `.br` and `.gz` beside every text file, which the server then sends as they are. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = join(root, build.outDir)
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true })
      const texts = names.filter((name) => /\.(js|css|html|svg|json)$/.test(name))
      await Promise.all(texts.map((name) => compressFile(join(folder, name))))
    },
  }
}

async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes))
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
