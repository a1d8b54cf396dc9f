/** Comments cite only sources that a reader can open: standards, providers' documentation, and pages of this repository. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const tracked = execFileSync('git', ['ls-files'], { cwd: root }).toString().trim().split('\n')
const files = tracked
  .filter((file) => /\.(?:m?tsx?|sql|css|md)$/.test(file) && file !== 'tools/sources.test.ts')
  .filter((file) => existsSync(join(root, file)))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** Papers outside the repository, as comments used to cite them. */
const papers =
  /\b(?:decisions(?:\.md)?|[Ss]pec|promises) §|\bpromises? (?:[PE]-?)?\d{1,2}\b(?!\.\d)|\b[PE]-\d{1,2}\b|(?:^\| | \()[adl]\d{1,3}[,) ]|\brules? R\d|\breference (?:\d\.\d|R\d)|\bissue \d|\b(?:normalized|visual|journal|identity)\.md`? §/

test('no comment cites a paper outside the repository', () => {
  const cited = files.flatMap(({ file, text }) =>
    text.split('\n').flatMap((line, index) => (papers.test(line) ? [`${file}:${index + 1}: ${line}`] : [])),
  )
  expect(cited).toEqual([])
})

test('each page that a comment names exists', () => {
  const missing = files.flatMap(({ file, text }) =>
    [...text.matchAll(/\bdocs\/[\w/-]+(?:\.[a-z]+)?/g)]
      .map(([path]) => path)
      .filter((path) => !exists(path))
      .map((path) => `${file}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('each file that a page names exists', () => {
  // The recipes show how organizations would get holidays, and `X` is any name, and the reference data may be absent.
  const madeUp = /holiday|\bX\b|\/shared\//i
  const missing = files
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/(?<![\w./<>$-])(?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|sql|css|sh)\b/g)]
        .map(([path]) => path)
        .filter((path) => !madeUp.test(path) && !tracked.some((name) => `/${name}`.endsWith(`/${path}`)))
        .map((path) => `${file}: ${path}`),
    )
  expect(missing).toEqual([])
})

test('each link on a page leads to a file', () => {
  const broken = files
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, path = '']) => path)
        .filter((path) => !existsSync(join(root, file, '..', path)))
        .map((path) => `${file}: ${path}`),
    )
  expect(broken).toEqual([])
})

test('the page of the architecture lists every slice of the table, and a slice reads only those before it', () => {
  const page = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8')
  const [, list = ''] = /slices read only those before them:([^]*?)\(the exact table/.exec(page) ?? []
  const listed = [...list.matchAll(/`([\w-]+)`/g)].map(([, slice = '']) => slice)
  const slices = new Set(tracked.flatMap((file) => /^server\/src\/domains\/([\w-]+)\//.exec(file)?.[1] ?? []))
  const config = readFileSync(join(root, 'oxlint.config.ts'), 'utf8')
  const [, table = ''] = /const slices[^]*?(^  audit: [^]*?)^\}/m.exec(config) ?? []
  const read = [...table.matchAll(/^  '?([\w-]+)'?: \[(.*)\],$/gm)].map(([, slice = '', names = '']) => ({
    slice,
    above: [...names.matchAll(/[\w-]+/g)].filter(
      ([name]) => !listed.includes(name) || listed.indexOf(name) >= listed.indexOf(slice),
    ),
  }))
  expect(read.length).toBeGreaterThan(20)
  expect(listed.filter((slice) => !slices.has(slice))).toEqual([])
  expect(read.map(({ slice }) => slice)).toEqual(listed)
  expect(read.filter(({ above }) => above.length > 0)).toEqual([])
})

test('the index lists every page of rules', () => {
  const index = readFileSync(join(root, 'docs/rules/README.md'), 'utf8')
  const pages = globSync('docs/rules/*.md', { cwd: root }).map((path) => path.slice('docs/rules/'.length))
  expect(pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`))).toEqual([])
})

test('no story in the browser reads the machine’s clock, which is not that of its installation', () => {
  const read = files
    .filter(({ file }) => file.startsWith('e2e/tests/'))
    .flatMap(({ file, text }) =>
      text.split('\n').map((line, index) => ({ at: `${file}:${index + 1}`, line })),
    )
    .filter(({ line }) => /Date\.now\(\)|(?<!=> )new Date\(\)/.test(line))
    .map(({ at, line }) => `${at}: ${line}`)
  expect(read).toEqual([])
})

test('only schema/said.ts has conditions on a message’s type and flags', () => {
  // Shipped migrations never change, and a test says for itself what it expects.
  const mayRepeat = /^server\/src\/schema\/(?:said\.ts|migrations\/)|\.test\.ts$|^server\/src\/testing\//
  const condition =
    /content_type (?:not )?in \('{1,2}missing'|content_type (?:<>|=) '(?:missing|system)'|'(?:autoReply|undecrypted)'{1,2} = any\(|&& '\{autoReply/
  const copies = files
    .filter(({ file }) => /^(?:server|demo|bench)\/.*\.(?:ts|sql)$/.test(file) && !mayRepeat.test(file))
    .flatMap(({ file, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (condition.test(line) ? [`${file}:${index + 1}: ${line}`] : [])),
    )
  expect(copies).toEqual([])
})

/** Where an import leads, as a path in this repository. */
function pathOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  const [workspace = ''] = file.split('/')
  const [, to = '', ...rest] = specifier.replace(/^#/, `@verbatim/${workspace}/`).split('/')
  return join(to, to === 'e2e' || to === 'tools' ? '' : 'src', ...rest)
}

/** The contract is for others too; routes, set-up and stand-ins are imported by programs. */
const forOthers =
  /^contract\/|\/routes\/|\.(?:gen|d|config)\.ts$|^server\/src\/testing\/global-setup|^tools\/faults\/linked-device/

test('only platform/work locks due rows and skips those of other workers', () => {
  const by = files
    .filter(({ file }) => /^(?:server|demo|bench)\/.*(?<!\.test)\.(?:ts|sql)$/.test(file))
    .filter(({ text }) => /skip locked/i.test(text))
    .map(({ file }) => file)
  expect(by).toEqual(['server/src/platform/work/locked-due.ts'])
})

test('only access/ reads the grants of a scope, so a further dimension is nowhere forgotten', () => {
  const isInLaw = /^server\/src\/(?:access|testing)\//
  // It says in words what the caller was granted.
  const inWords = 'server/src/flows/record-views/record-views.ts'
  const reading = /\bscope\s*\.(?:some|every|filter|find|map|flatMap)\((?!isEverything\))/i
  const by = files
    .filter(({ file }) => /^(?:server|demo|bench)\/.*(?<!\.test)\.ts$/.test(file) && !isInLaw.test(file))
    .filter(({ text }) => reading.test(text))
    .map(({ file }) => file)
  expect(by).toEqual([inWords])
})

test('only `announcing` tells screens of what a call changed', () => {
  const by = files
    .filter(
      ({ file, text }) => /^server\/src\/api\/.*(?<!\.test)\.ts$/.test(file) && /\bannounce\(/.test(text),
    )
    .map(({ file }) => file)
  expect(by).toEqual(['server/src/api/announcing.ts'])
})

test('what a file exports, another one imports', () => {
  const sources = files.filter(({ file }) => /\.tsx?$/.test(file))
  const imported = new Set<string>()
  const importedWhole = new Set<string>()
  for (const { file, text } of sources) {
    const named = /(?:import|export)\s+(?:type\s+)?([^;'"]*?)\s*from\s*'([^']+)'/g
    for (const [, what = '', specifier = ''] of text.matchAll(named)) {
      if (what.includes('*')) importedWhole.add(pathOf(file, specifier))
      for (const name of /\{([^}]*)\}/.exec(what)?.[1]?.split(',') ?? [])
        imported.add(`${pathOf(file, specifier)} ${/^\s*(?:type )?(\w+)/.exec(name)?.[1]}`)
    }
    for (const [, specifier = ''] of text.matchAll(/import\('([^']+)'/g))
      importedWhole.add(pathOf(file, specifier))
  }
  const exported = /^export (?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm
  const alone = sources
    .filter(({ file }) => !forOthers.test(file) && !importedWhole.has(file))
    .flatMap(({ file, text }) => [...text.matchAll(exported)].map(([, name]) => `${file} ${name}`))
    .filter((one) => !imported.has(one))
  expect(alone).toEqual([])
})

/** A page, a folder of pages, or a decision by its number. */
const exists = (path: string) =>
  existsSync(join(root, path)) || globSync(`${path}-*.md`, { cwd: root }).length > 0

test('no flow has the name of a slice, and a folder of screens has that of a file of the contract', () => {
  const foldersIn = (path: string) =>
    new Set(
      tracked.flatMap((file) =>
        file.startsWith(path) ? (/^([\w-]+)\//.exec(file.slice(path.length))?.[1] ?? []) : [],
      ),
    )
  const slices = foldersIn('server/src/domains/')
  expect([...foldersIn('server/src/flows/')].filter((flow) => slices.has(flow))).toEqual([])
  // Signing in has a protocol of its own, that of the identity service.
  const screens = [...foldersIn('console/src/screens/')].filter((screen) => screen !== 'sign-in')
  expect(screens.length).toBeGreaterThan(20)
  expect(screens.filter((screen) => !tracked.includes(`contract/src/${screen}.ts`))).toEqual([])
})
