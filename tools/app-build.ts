/** The build settings of an application. */
interface AppToBuild {
  /** For `npm run dev`. */
  readonly port: number
  /** The address of the server for `npm run dev`. */
  readonly server: string | undefined
  /** The path prefixes that the server answers itself; everything else is the application. */
  readonly served: readonly string[]
  /**
   * The modules of the first page, in the order of import, by the name of their file. Each
   * file includes what its modules import, unless an earlier file includes it.
   */
  readonly first: Readonly<Record<string, readonly string[]>>
}

/** The needed part of the bundler's information about a module. */
interface Modules {
  getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null
}

const screenParts: ('loader' | 'component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[] =
  ['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']

/**
 * The folder of routes, with each screen in a separate file together with its queries, in the terms of the router's
 * plugin. A route whose query cannot wait for its screen sets `codeSplitGroupings` itself.
 */
export const routes = {
  target: 'react',
  autoCodeSplitting: true,
  codeSplittingOptions: { defaultBehavior: [screenParts] },
  routeFileIgnorePattern: '\\.(test|module)\\.',
  quoteStyle: 'single',
  semicolons: false,
} as const

/** Vite's configuration for building an application and serving it during development. */
export function appBuild({ port, server = 'http://localhost:3000', served, first }: AppToBuild) {
  const toServer = { target: server, changeOrigin: false }
  return {
    plugins: [preloads(Object.keys(first)), withoutJsonSchema],
    build: {
      // Browsers that support light-dark(), because a rewritten one would not follow the chosen scheme.
      target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
      // No data: addresses for scripts and fonts, no inline module preload: the content security policy has neither.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: firstFiles(first) } } },
    },
    server: {
      port,
      allowedHosts: ['.localhost'],
      proxy: {
        ...Object.fromEntries(served.map((path) => [path, toServer])),
        '/bff/realtime': { ...toServer, ws: true },
      },
    },
  }
}

/**
 * One file for everything that is needed together. By default, the bundler makes a file of every set of modules that some
 * screens share: a hundred requests before the first row is drawn, each compressed by itself.
 */
function firstFiles(first: AppToBuild['first']) {
  let files: ReadonlyMap<string, string> | undefined
  const names = Object.keys(first)
  return names.map((name, i) => ({
    name: (id: string, modules: Modules) => {
      files ??= filesOf(first, modules)
      return files.get(id) === name ? name : null
    },
    priority: names.length - i,
  }))
}

/** Only our own modules, because the bundler already finds the used parts of a library. */
function filesOf(first: AppToBuild['first'], modules: Modules): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [file, roots] of Object.entries(first)) {
    const waiting = [...roots]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const module = files.has(id) ? undefined : modules.getModuleInfo(id)
      if (!module) continue
      files.set(id, file)
      waiting.push(...module.importedIds.filter((imported) => !imported.includes('/node_modules/')))
    }
  }
  return files
}

/**
 * Leaves out how the checker of values writes itself as JSON Schema. Each of its kinds refers to that code, so the bundler keeps
 * it; only the server writes JSON Schema. It was 9 kB of the first load.
 */
const withoutJsonSchema = {
  name: 'without-json-schema',
  apply: 'build' as const,
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/ },
    handler: (code: string) => {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
      return {
        code: names.map((name) => `export const ${name} = () => () => undefined`).join('\n'),
        map: null,
      }
    },
  },
}

/** Preloads the files and fonts that the page would otherwise discover one after another. */
function preloads(names: readonly string[]) {
  let base = '/'
  return {
    name: 'preloads',
    apply: 'build' as const,
    configResolved: (config: { readonly base: string }) => {
      base = config.base
    },
    transformIndexHtml: {
      order: 'post' as const,
      handler: (html: string, { bundle = {} }: { readonly bundle?: Readonly<Record<string, unknown>> }) => {
        const isFirst = (file: string) => names.some((name) => file.startsWith(`assets/${name}-`))
        const missing = Object.keys(bundle).filter((file) => !html.includes(file))
        return [
          ...missing
            .filter((file) => isFirst(file) && file.endsWith('.js'))
            .map((file) => link(file, 'modulepreload')),
          ...missing
            .filter((file) => isFirst(file) && file.endsWith('.css'))
            .map((file) => link(file, 'preload', { as: 'style' })),
          ...missing
            .filter((file) => /inter-latin-wght.*\.woff2$/.test(file))
            .map((file) => link(file, 'preload', { as: 'font', type: 'font/woff2' })),
        ]
      },
    },
  }

  function link(file: string, rel: string, attributes: Readonly<Record<string, string>> = {}) {
    const attrs = { rel, ...attributes, crossorigin: true, href: base + file }
    return { tag: 'link', attrs, injectTo: 'head' as const }
  }
}
