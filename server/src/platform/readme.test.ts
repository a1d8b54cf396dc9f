import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeVariables } from './config.ts'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')

test('the README describes every variable: its form, its default and its meaning', () => {
  const rows = describeVariables().map(
    ({ name, form, otherwise, meaning }) => `| \`${name}\` | ${form} | ${otherwise} | ${meaning} |`,
  )
  const table = readme.split('\n').filter((line) => /^\| `[A-Z_0-9]+` \|/.test(line))
  expect(table).toEqual(rows)
})

test('the README links to existing files', () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)|<img[^>]* src="([^"]+)"/g)]
  const paths = links.map(([, link, image]) => link ?? image ?? '')
  expect(paths.length).toBeGreaterThan(5)
  for (const path of paths)
    expect(() => readFileSync(new URL(`../../../${path}`, import.meta.url))).not.toThrow()
})
