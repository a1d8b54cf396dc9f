/** Static embedding of Metabase: an address with a signed token. Source: Metabase, "Static embedding" and its API of dashboards and cards. */
import { SignJWT } from 'jose'
import { z } from 'zod'
import { addressOf, ask, askFor, readAs } from './ask.ts'
import { type Asking, type Connection, type EmbeddingProvider, problem, unmapped } from './port.ts'

const Target = z.union([
  z
    .tuple([z.enum(['dimension', 'variable']), z.tuple([z.literal('template-tag'), z.string()])])
    .rest(z.unknown()),
  z
    .tuple([
      z.literal('dimension'),
      z.tuple([z.enum(['field', 'field-id', 'fk->', 'expression'])]).rest(z.unknown()),
    ])
    .rest(z.unknown()),
])
const Tags = z.record(z.string(), z.object({ type: z.string() })).nullish()
/** Written by hand as `native`, in one of two forms. */
const Query = z.object({
  native: z.object({ 'template-tags': Tags }).nullish(),
  stages: z.array(z.object({ native: z.unknown().optional(), 'template-tags': Tags })).nullish(),
})
type Query = z.infer<typeof Query>
const Parameters = z
  .array(
    z.object({
      id: z.string(),
      slug: z.string(),
      type: z.string().nullish(),
      target: z.unknown().optional(),
    }),
  )
  .nullish()
const Embeddable = z.object({
  name: z.string(),
  archived: z.boolean().nullish(),
  enable_embedding: z.boolean(),
  embedding_params: z.record(z.string(), z.string()).nullish(),
  parameters: Parameters,
})
const Question = z.object({ dataset_query: Query })
/** Without its query, the key may not read it. */
const Card = z.object({ id: z.int(), name: z.string().nullish(), dataset_query: Query.nullish() })
const Tiles = z.object({
  dashcards: z.array(
    z.object({
      /** Headings, texts and links have none. */
      card_id: z.int().nullable(),
      card: z.unknown().optional(),
      /** Further questions in the same tile. */
      series: z.array(Card).nullish(),
      parameter_mappings: z
        .array(
          z.object({ parameter_id: z.string(), card_id: z.int().nullish(), target: z.unknown().optional() }),
        )
        .nullish(),
    }),
  ),
})
type Tiles = z.infer<typeof Tiles>['dashcards']
type Embeddable = z.infer<typeof Embeddable>

export const metabase: EmbeddingProvider = {
  async test(connection, asking) {
    await askFor(
      z.object({ id: z.int() }),
      addressOf(connection.address, '/api/user/current'),
      keyed(connection),
      asking,
    )
    // No dashboard has this number, so whatever Metabase then says is about the token.
    const token = await sign(connection, { resource: { dashboard: 999_999_999 }, params: {} }, asking)
    const url = addressOf(connection.address, `/api/embed/dashboard/${token}`)
    const { status, bytes } = await ask(url, {}, asking)
    if (status === 404) return
    const said = Buffer.from(bytes ?? []).toString('utf8')
    if (/corrupt|manipulated|secret key has not been set/i.test(said)) throw problem('secret')
    throw problem(/embedding is not enabled/i.test(said) ? 'embedding-off' : 'not-understood')
  },

  async check(connection, { type, externalId }, asking) {
    const { tenantFilter, profileFilter } = connection
    const url = addressOf(
      connection.address,
      `/api/${type === 'visual' ? 'card' : 'dashboard'}/${externalId}`,
    )
    const answer = await ask(url, keyed(connection), asking)
    const thing = readAs(Embeddable, answer)
    if (!thing.enable_embedding || thing.archived) throw problem('embedding-off')
    const narrowed = [tenantFilter, profileFilter].map((filter) => ({
      filter,
      parameter: lockedParameter(thing, filter),
    }))
    if (type === 'visual') {
      const { dataset_query } = readAs(Question, answer)
      for (const { filter, parameter } of narrowed)
        if (!isConnected(parameter.target, dataset_query)) throw unmapped(thing.name, filter)
    } else {
      const tiles = readAs(Tiles, answer).dashcards
      for (const { filter, parameter } of narrowed) requireEveryTile(tiles, parameter.id, filter)
    }
  },

  async open(connection, { type, externalId }, { tenantId, profileIds }, asking) {
    const kind = type === 'visual' ? 'question' : 'dashboard'
    const token = await sign(
      connection,
      {
        resource: { [kind]: Number(externalId) },
        params: { [connection.tenantFilter]: tenantId, [connection.profileFilter]: [...profileIds] },
      },
      asking,
    )
    const url = addressOf(connection.address, `/embed/${kind}/${token}`)
    url.hash = 'bordered=false&titled=false'
    return { url: url.href, endsAt: endOf(connection, asking) }
  },
}

const keyed = ({ apiKey }: Connection) => ({ headers: { 'x-api-key': apiKey, accept: 'application/json' } })

const endOf = ({ sessionMinutes }: Connection, { now }: Asking) =>
  new Date(now.getTime() + sessionMinutes * 60_000)

const sign = (connection: Connection, claims: Record<string, object>, asking: Asking) =>
  new SignJWT(claims as Record<string, unknown>)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(asking.now)
    .setExpirationTime(endOf(connection, asking))
    .sign(Buffer.from(connection.secret))

/** Those that keep rows with one of the values. Others keep rows without them, or with more than them. */
const keepingTypes: ReadonlySet<string | null | undefined> = new Set([
  'id',
  'category',
  'string/=',
  'location/=',
])

/** A parameter that its readers cannot change, and that keeps rows with its values alone. */
function lockedParameter({ name, parameters, embedding_params }: Embeddable, filter: string) {
  const parameter = parameters?.find(({ slug }) => slug === filter)
  if (!parameter || embedding_params?.[filter] !== 'locked' || !keepingTypes.has(parameter.type))
    throw unmapped(name, filter)
  return parameter
}

/** Whether a question uses what a parameter is connected to: Metabase passes over what it does not use. */
function isConnected(given: unknown, query: Query): boolean {
  const target = Target.safeParse(given).data
  if (!target) return false
  const parts = [query.native, ...(query.stages ?? []).filter(({ native }) => native !== undefined)]
  const handwritten = parts.filter((part) => part !== null && part !== undefined)
  const [how, [kind, tag]] = target
  if (kind !== 'template-tag') return handwritten.length === 0
  const type = handwritten.map((part) => part['template-tags']?.[String(tag)]?.type).find(Boolean)
  return type !== undefined && (how === 'dimension') === (type === 'dimension')
}

/** A tile that a parameter is not connected to shows all its rows, locked or not. */
function requireEveryTile(tiles: Tiles, parameter: string, filter: string): void {
  for (const { card_id, card, series, parameter_mappings } of tiles)
    for (const { id, name, dataset_query } of [...questionOf(card_id, card), ...(series ?? [])]) {
      if (!dataset_query) throw problem('not-allowed')
      const isNarrowed = parameter_mappings?.some(
        (one) =>
          one.parameter_id === parameter && one.card_id === id && isConnected(one.target, dataset_query),
      )
      if (!isNarrowed) throw unmapped(name ?? `Question ${id}`, filter)
    }
}

function questionOf(id: number | null, given: unknown): z.infer<typeof Card>[] {
  if (id === null) return []
  const card = Card.safeParse(given).data
  if (card?.id !== id) throw problem('not-understood')
  return [card]
}
