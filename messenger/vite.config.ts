import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { appBuild, routes } from '@verbatim/tools/app-build.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const source = (path: string) => join(import.meta.dirname, 'src', path)

const { plugins, ...app } = appBuild({
  port: 5174,
  server: process.env['VERBATIM_API'],
  served: ['/bff', '/config', '/identity', '/messenger/api'],
  first: {
    start: [source('main.tsx')],
    conversations: [source('routes/_signed-in.tsx?tsr-split=component')],
  },
})

export default defineConfig({
  ...app,
  base: '/messenger/',
  plugins: [tanstackRouter(routes), react(), ...plugins, serviceWorker()],
})

/** Writes the service worker with the names of this build's files, so that another build has another worker. */
function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      root = config.root
    },
    generateBundle: {
      // After the entry that only imports other files was removed.
      order: 'post',
      async handler(_options, bundle) {
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
    },
  }
}
