import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { appBuild, routes } from '@verbatim/tools/app-build.ts'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const source = (path: string) => join(import.meta.dirname, 'src', path)

const { plugins, ...app } = appBuild({
  port: 5173,
  server: process.env['VERBATIM_API'],
  served: [
    '/bff',
    '/config',
    '/identity',
    '/oauth2',
    '/login',
    '/logout',
    '/embedded',
    '/audit',
    '/integrations/',
    '/external-accounts',
    '/v1',
    '/healthz',
  ],
  first: {
    start: [source('main.tsx')],
    list: [
      source('routes/_shell.tsx?tsr-split=component'),
      source('routes/_shell/messages/index.tsx?tsr-split=component'),
    ],
  },
})

export default defineConfig({ ...app, plugins: [tanstackRouter(routes), react(), ...plugins] })
