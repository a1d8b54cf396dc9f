/**
 * The chart is valid for Kubernetes: its values fit their schema, and its templates render objects of that API.
 * The templates use only actions and pipelines of functions, which a renderer other than Helm's can process.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describeVariables, readConfig } from '@verbatim/server/platform/config.ts'
import { Ajv } from 'ajv'
import { Template } from 'go-text-template'
import { Deployment } from 'kubernetes-models/apps/v1'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { ConfigMap, Service } from 'kubernetes-models/v1'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments, stringify } from 'yaml'

const folder = fileURLToPath(new URL('../deploy/helm/', import.meta.url))
const read = (name: string) => readFile(`${folder}${name}`, 'utf8')
const templates = ['settings.yaml', 'nodes.yaml', 'api-and-intake.yaml']
const kinds = { Deployment, Ingress, PodDisruptionBudget, ConfigMap, Service }

interface Values {
  readonly settings: Record<string, string>
  readonly [name: string]: unknown
}
// oxlint-disable-next-line typescript/no-explicit-any -- an object of Kubernetes, of any kind
type Made = any

const chart = parse(await read('Chart.yaml')) as Record<string, string>
const values = parse(await read('values.yaml')) as Values
const manifest = JSON.parse(await readFile(`${folder}../../package.json`, 'utf8')) as { version: string }

/** Helm's own functions that the templates use. */
async function render(given: Values, release = 'archive'): Promise<readonly Made[]> {
  const template = new Template()
  template.funcs.set('toYaml', (value: unknown) => stringify(value).trimEnd())
  template.funcs.set('toJson', (value: unknown) => JSON.stringify(value))
  template.funcs.set('quote', (value: unknown) => JSON.stringify(String(value)))
  template.funcs.set('sha256sum', (text: unknown) => createHash('sha256').update(String(text)).digest('hex'))
  template.funcs.set('nindent', (by: unknown, text: unknown) =>
    `\n${String(text)}`.replaceAll('\n', `\n${' '.repeat(Number(by))}`),
  )
  const data = { Values: given, Chart: { AppVersion: chart['appVersion'] }, Release: { Name: release } }
  const made: Made[] = []
  for (const name of templates)
    for (const document of parseAllDocuments(template.execute(await read(`templates/${name}`), data))) {
      expect(document.errors, name).toEqual([])
      made.push(document.toJS())
    }
  return made
}

function validate(made: Made): void {
  const Kind = kinds[made.kind as keyof typeof kinds]
  new Kind(made).validate()
}

const find = (all: readonly Made[], kind: string) => all.find((made) => made.kind === kind)

test('its versions are those of the product', () => {
  expect(chart).toMatchObject({ version: manifest.version, appVersion: manifest.version })
  expect(values['image']).toMatchObject({ tag: manifest.version })
})

test('its templates render objects that Kubernetes accepts', async () => {
  const all = await render(values)
  expect(all.map(({ kind }) => kind)).toEqual([
    'ConfigMap',
    'Deployment',
    'PodDisruptionBudget',
    'Service',
    'Service',
    'Ingress',
  ])
  for (const made of all) expect(() => validate(made)).not.toThrow()
  const wrong = { ...find(all, 'Deployment'), spec: { ...find(all, 'Deployment').spec, replicas: 'two' } }
  expect(() => validate(wrong)).toThrow(/replicas/)
})

test('values appear in the right places, and other settings restart the nodes', async () => {
  const settings = { ...values.settings, MAIN_DOMAIN: 'bank.example' }
  const [before, after] = [await render(values), await render({ ...values, settings, replicas: 3 })]
  expect(find(after, 'ConfigMap').data).toEqual(settings)
  const [old, other] = [find(before, 'Deployment').spec, find(after, 'Deployment').spec]
  expect([old.replicas, other.replicas]).toEqual([2, 3])
  const annotation = (spec: Made) => spec.template.metadata.annotations['verbatim/settings']
  expect(annotation(other)).not.toBe(annotation(old))
  expect(other.template.spec.containers[0].resources).toEqual(values['resources'])
})

test('every setting that it names exists', async () => {
  const known = new Set(describeVariables().map(({ name }) => name))
  const own = find(await render(values), 'Deployment').spec.template.spec.containers[0].env
  const named = [...Object.keys(values.settings), ...own.map(({ name }: { name: string }) => name)]
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('a node starts beside the Services of a release that is called as in the guide', async () => {
  const all = await render(values, 'verbatim')
  const services = all.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name as string)
  // What Kubernetes would add for each Service, and the product refuses.
  const links = services.map((name) => [
    `${name.toUpperCase().replaceAll('-', '_')}_SERVICE_HOST`,
    '10.96.0.17',
  ])
  expect(() => readConfig(Object.fromEntries(links))).toThrow(/VERBATIM_SERVICE_HOST is not a variable/)
  expect(find(all, 'Deployment').spec.template.spec.enableServiceLinks).toBe(false)
})

test('a node that migrates for long is not restarted', async () => {
  const [{ startupProbe, readinessProbe }] = find(await render(values), 'Deployment').spec.template.spec
    .containers
  expect([startupProbe.httpGet.path, readinessProbe.httpGet.path]).toEqual(['/health/live', '/health/ready'])
})

test.each<[string, object]>([
  ['no node at all', { replicas: 0 }],
  ['an unknown value', { replica: 2 }],
  ['an address without TLS', { settings: { ...values.settings, PUBLIC_BASE_URL: 'http://a.example' } }],
  ['files on one node', { settings: { PUBLIC_BASE_URL: 'https://a.example', MAIN_DOMAIN: 'a.example' } }],
  ['a secret among the settings', { settings: { ...values.settings, DATABASE_URL: 'postgresql://a:b@c/d' } }],
  ['a number that the environment cannot hold', { settings: { ...values.settings, TRUST_PROXY: 1 } }],
])('%s is refused by the schema', async (_what, changed) => {
  const fits = new Ajv({ strict: false }).compile(JSON.parse(await read('values.schema.json')) as object)
  expect(fits(values)).toBe(true)
  expect(fits({ ...values, ...changed })).toBe(false)
})
