/** The scripts that run during installation: those of named packages. The lockfile fixes their versions and bytes. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFile(`${root}${name}`, 'utf8')

test('only named packages run a script at installation', async () => {
  const { packages } = JSON.parse(await read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const running = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
  const { allowScripts } = JSON.parse(await read('package.json')) as { allowScripts: Record<string, true> }
  expect(running.length).toBeGreaterThan(0)
  expect(Object.keys(allowScripts).toSorted()).toEqual(running.toSorted())
  expect(await read('.npmrc')).toContain('strict-allow-scripts=true')
})
