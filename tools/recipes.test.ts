/** The code in the recipes names what is there, so that a change of the code fails here until its recipe is changed with it. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const recipes = globSync('docs/recipes/*.md', { cwd: root }).map((path) => ({ path, text: textOf(path) }))
const sources = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql'], { cwd: root })
  .toString()
  .trim()
  .split('\n')
  .filter((path) => existsSync(join(root, path)) && path !== 'tools/recipes.test.ts')
  .map((path) => ({ path, text: textOf(path) }))
const texts = new Map(sources.map(({ path, text }) => [path, text]))

/** What the recipes are about: an invented noun, a kind of work, and a metric. */
const madeUp = /holiday|remind|noun(?!Calls\b|s?Of\b|List\b|Rows\b|Loader\b|Screen\b)|Details/i
const builtIn = new Set([
  'Date',
  'Promise',
  'Record',
  'string',
  'number',
  'boolean',
  'void',
  'true',
  'false',
  'p',
])
const keywords = new Set(['if', 'for', 'of', 'async', 'await', 'return', 'function', 'const', 'undefined'])

/** Where each name is declared. */
const homes = new Map<string, string[]>()
const imported = new Set<string>()
for (const { path, text } of sources) {
  for (const [, name = ''] of text.matchAll(
    /^(?:export )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm,
  ))
    homes.set(name, [...(homes.get(name) ?? []), path])
  for (const [, names = ''] of text.matchAll(/^import [^;'"]*?\{([^}]*)\}\s*from '[^']*'/gm))
    for (const name of names.match(/\w+/g) ?? []) imported.add(name)
}

interface Block {
  readonly path: string
  /** Without comments and the contents of texts. */
  readonly code: string
}

const blocks: readonly Block[] = recipes.flatMap(({ path, text }) =>
  [...text.matchAll(/```tsx?\n([^]*?)```/g)].map(([, code = '']) => ({ path, code: withoutTexts(code) })),
)

function withoutTexts(code: string): string {
  return code
    .replaceAll(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'|"[^"\n]*"/g, "''")
    .replaceAll(/`[^`]*`/g, '``')
}

/** Names that a block declares itself, as constants and parameters. */
function ownNames(code: string): ReadonlySet<string> {
  const declared =
    /(?:const|function|interface|type) (\{[^}]*\}|\[[^\]]*\]|\w+)|(?:async \w+)?\(([^()]*)\)(?=(?:: [\w<>[\], ]+)? (?:=>|\{))/g
  return new Set([...code.matchAll(declared)].flatMap(([all]) => all.match(/\w+/g) ?? []))
}

const used = /(?:\.\.\.|<|: |\btypeof |\bextends |\[)([A-Za-z]\w*)|(?<![.\w])([A-Za-z]\w*)(?=[(`<])/g

test('each name that the code of a recipe uses is declared or imported somewhere', () => {
  expect(blocks.length).toBeGreaterThan(9)
  const unknown = blocks.flatMap(({ path, code }) => {
    const own = ownNames(code)
    return [...code.matchAll(used)]
      .map(([, one, other]) => one ?? other ?? '')
      .filter((name) => !madeUp.test(name) && !own.has(name) && !builtIn.has(name) && !keywords.has(name))
      .filter((name) => !homes.has(name) && !imported.has(name))
      .map((name) => `${path}: ${name}`)
  })
  expect(unknown).toEqual([])
})

/** A call of a function with an object, or a constant of a type. */
const filled =
  /(?<![.\w])([A-Za-z]\w*)(?:<[^>()]*>)?(?:\([^(){}]*\)(?:<[^>()]*>)?)?\((?:[\w.]+, |'', )*\{|: ([A-Z]\w*)(?:<[^>()]*>)? = \{/g

test('each field that a recipe fills in is one of the function or the type', () => {
  const checked = blocks.flatMap(({ path, code }) =>
    [...code.matchAll(filled)].flatMap(({ 0: all, 1: call, 2: type, index }) => {
      const name = call ?? type ?? ''
      const homesOf = homes.get(name) ?? []
      if (homesOf.length === 0) return []
      const words = new Set(homesOf.flatMap((home) => [home, ...importsOf(home)]).flatMap(wordsOf))
      return fieldsOf(code.slice(index + all.length)).map((field) => ({
        at: `${path}: ${field} of ${name}`,
        isKnown: words.has(field),
      }))
    }),
  )
  expect(checked.length).toBeGreaterThan(50)
  expect(checked.filter(({ isKnown }) => !isKnown).map(({ at }) => at)).toEqual([])
})

/** The names before the colons, commas and brackets of an object, without what is inside of its values. */
function fieldsOf(rest: string): string[] {
  let depth = 0
  let outer = ''
  for (const letter of rest) {
    if ('{[('.includes(letter)) depth += 1
    if ('}])'.includes(letter)) depth -= 1
    if (depth < 0) break
    outer += depth === 0 ? letter : letter === '\n' ? '' : '_'
  }
  return outer
    .split(/[,\n]/)
    .flatMap((part) => /^\s*(?:async )?([A-Za-z]\w*)\s*(?=:|$|_)/.exec(part.replace(/_+/, ' _'))?.[1] ?? [])
}

const wordsOf = (path: string): readonly string[] => texts.get(path)?.match(/\w+/g) ?? []

function importsOf(path: string): string[] {
  const found = [...(texts.get(path) ?? '').matchAll(/from '([^']+)'/g)].map(([, one = '']) => one)
  return found.map((one) => {
    if (one.startsWith('.')) return join(dirname(path), one)
    const [to = '', ...rest] = one
      .replace(/^#/, `${path.split('/')[0]}/`)
      .replace(/^@verbatim\//, '')
      .split('/')
    return join(to, 'src', ...rest)
  })
}

test('each name in the sentences of a recipe is in the sources', () => {
  const names = recipes.flatMap(({ path, text }) =>
    [...text.replaceAll(/```[^]*?```/g, '').matchAll(/`([A-Za-z_]\w*)(?:\(…?\))?`/g)]
      .map(([, name = '']) => ({ path, name }))
      .filter(({ name }) => name.length > 3 && !madeUp.test(name)),
  )
  expect(names.length).toBeGreaterThan(100)
  const missing = new Set(names.map(({ name }) => name))
  for (const { text } of sources)
    for (const name of missing)
      if (text.includes(name) && new RegExp(`\\b${name}\\b`).test(text)) missing.delete(name)
  expect(names.filter(({ name }) => missing.has(name)).map(({ path, name }) => `${path}: ${name}`)).toEqual(
    [],
  )
})
