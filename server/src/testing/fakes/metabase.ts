import { errors, jwtVerify } from 'jose'
import {
  type EmbeddingServer,
  type FakeAnswer,
  type FakeRequest,
  type FakeRow,
  notFound,
  openEmbeddingServer,
  rowsPage,
} from './embedding-server.ts'

interface Parameter {
  readonly id: string
  readonly slug: string
  readonly type: string
  /** Of a question: what the parameter is connected to. */
  readonly target?: unknown
}

/** As those may read it who may read the question: built there, or written by hand with tags. */
export type FakeQuery =
  | { type: 'query' }
  | { type: 'native'; native: { query: string; 'template-tags': Record<string, { type: string }> } }

interface FakeCard {
  id: number
  name?: string
  dataset_query?: FakeQuery
}

/** A dashboard as Metabase describes it to those who edit it. */
interface FakeDashboard {
  name: string
  enable_embedding: boolean
  embedding_params: Record<string, 'locked' | 'enabled' | 'disabled'>
  parameters: Parameter[]
  dashcards: {
    card_id: number | null
    card?: FakeCard
    series?: FakeCard[]
    parameter_mappings: { parameter_id: string; card_id: number; target: unknown }[]
  }[]
}

export interface FakeMetabase extends EmbeddingServer {
  readonly secret: string
  readonly apiKey: string
  /** By their numbers. Questions are described in the same way, without tiles. */
  readonly dashboards: Map<number, FakeDashboard>
  readonly questions: Map<number, Omit<FakeDashboard, 'dashcards'> & { dataset_query: FakeQuery }>
  rows: FakeRow[]
  /** The setting of the whole product. */
  isEmbeddingOn: boolean
}

/** Metabase with a dashboard, 7, and a question, 9, that are narrowed by `tenant_id` and `profile_id`. */
export async function openFakeMetabase(now: () => Date): Promise<FakeMetabase> {
  const secret = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90'
  const apiKey = 'mb_fake_key_of_the_api'
  const described = () => ({
    name: 'Desk',
    enable_embedding: true,
    embedding_params: { tenant_id: 'locked', profile_id: 'locked' } as const,
    parameters: [
      { id: 'aa11', slug: 'tenant_id', type: 'id' },
      { id: 'bb22', slug: 'profile_id', type: 'string/=' },
    ],
  })
  const mapped = (card_id: number) =>
    ['aa11', 'bb22'].map((parameter_id, index) => ({
      parameter_id,
      card_id,
      target: ['dimension', ['field', 100 + index, null]],
    }))
  const question = {
    ...described(),
    parameters: described().parameters.map((one) => ({
      ...one,
      target: ['dimension', ['template-tag', one.slug]],
    })),
    dataset_query: {
      type: 'native' as const,
      native: {
        query: 'select * from trades where {{tenant_id}} and {{profile_id}}',
        'template-tags': { tenant_id: { type: 'dimension' }, profile_id: { type: 'dimension' } },
      },
    },
  }
  const dashboard = {
    ...described(),
    dashcards: [
      {
        card_id: 31,
        card: { id: 31, name: 'Trades', dataset_query: { type: 'query' as const } },
        parameter_mappings: mapped(31),
      },
      { card_id: null, parameter_mappings: [] },
    ],
  }
  const server = await openEmbeddingServer((request) => answerTo(request))
  const fake: FakeMetabase = Object.assign(server, {
    secret,
    apiKey,
    dashboards: new Map<number, FakeDashboard>([[7, dashboard]]),
    questions: new Map([[9, question]]),
    rows: [],
    isEmbeddingOn: true,
  })
  return fake

  function answerTo({ url: { pathname }, headers }: FakeRequest): FakeAnswer | Promise<FakeAnswer> {
    const [, kind, id] = /^\/api\/(dashboard|card)\/(\d+)$/.exec(pathname) ?? []
    if (kind || pathname === '/api/user/current') {
      if (headers['x-api-key'] !== apiKey) return { status: 401, said: 'Unauthenticated' }
      if (!kind) return { json: { id: 1 } }
      const found = (kind === 'card' ? fake.questions : fake.dashboards).get(Number(id))
      return found ? { json: { id: Number(id), ...found } } : notFound
    }
    const [, api, shown, token] =
      /^(\/api)?\/embed\/(dashboard|question)\/([\w-]+\.[\w-]+\.[\w-]+)$/.exec(pathname) ?? []
    return shown && token ? show(token, shown as 'dashboard' | 'question', api !== undefined) : notFound
  }

  async function show(token: string, kind: 'dashboard' | 'question', isApi: boolean): Promise<FakeAnswer> {
    if (!fake.isEmbeddingOn) return { status: 400, said: 'Embedding is not enabled.' }
    try {
      const { payload } = await jwtVerify<{
        resource: Readonly<Record<string, number>>
        params: Readonly<Record<string, string | string[]>>
      }>(token, Buffer.from(secret), { algorithms: ['HS256'], currentDate: now(), requiredClaims: ['exp'] })
      const found = (kind === 'question' ? fake.questions : fake.dashboards).get(payload.resource[kind] ?? 0)
      if (!found) return { status: 404, said: 'Not found.' }
      if (!found.enable_embedding) return { status: 400, said: 'Embedding is not enabled for this object.' }
      const locked = Object.keys(found.embedding_params).filter(
        (name) => found.embedding_params[name] === 'locked',
      )
      const left = locked.find((name) => payload.params[name] === undefined)
      if (left) return { status: 400, said: `You must specify a value for :${left} in the JWT.` }
      const values = (name: string) => [payload.params[name] ?? []].flat()
      const rows = fake.rows.filter(
        (row) => values('tenant_id').includes(row.tenantId) && values('profile_id').includes(row.profileId),
      )
      return isApi ? { json: { name: found.name, rows } } : { html: rowsPage(found.name, rows) }
    } catch (error) {
      if (error instanceof errors.JWTExpired) return { status: 400, said: 'Token is expired' }
      if (error instanceof errors.JOSEError)
        return { status: 400, said: 'Message seems corrupt or manipulated' }
      throw error
    }
  }
}
