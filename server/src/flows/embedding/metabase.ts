/** Static embedding of Metabase: an address with a signed token. Source: Metabase, "Static embedding" and its API of dashboards and cards. */
import { SignJWT } from 'jose'
import { z } from 'zod'
import { addressOf, ask, askFor, readAs } from './ask.ts'
import { type Asking, type Connection, type EmbeddingProvider, problem, unmapped } from './port.ts'

const Parameters = z.array(z.object({ id: z.string(), slug: z.string() })).nullish()
const Embeddable = z.object({
  name: z.string(),
  archived: z.boolean().nullish(),
  enable_embedding: z.boolean(),
  embedding_params: z.record(z.string(), z.string()).nullish(),
  parameters: Parameters,
})
const Card = z.object({ id: z.int().nullish(), name: z.string().nullish() })
const Tiles = z.object({
  dashcards: z.array(
    z.object({
      card_id: z.int().nullish(),
      card: Card.nullish(),
      /** Further questions in the same tile. */
      series: z.array(Card).nullish(),
      parameter_mappings: z
        .array(z.object({ parameter_id: z.string(), card_id: z.int().nullish() }))
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
    const tiles = type === 'visual' ? [] : readAs(Tiles, answer).dashcards
    if (!thing.enable_embedding || thing.archived) throw problem('embedding-off')
    for (const filter of [tenantFilter, profileFilter]) {
      const parameter = lockedParameter(thing, filter)
      requireEveryTile(tiles, parameter, filter)
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

/** The ID of a parameter that its readers cannot change. */
function lockedParameter({ name, parameters, embedding_params }: Embeddable, filter: string): string {
  const parameter = parameters?.find(({ slug }) => slug === filter)
  if (!parameter || embedding_params?.[filter] !== 'locked') throw unmapped(name, filter)
  return parameter.id
}

/** A tile that a parameter is not connected to shows all its rows, locked or not. */
function requireEveryTile(tiles: Tiles, parameter: string, filter: string): void {
  for (const { card_id, card, series, parameter_mappings } of tiles) {
    const questions = [{ id: card_id ?? card?.id, name: card?.name }, ...(series ?? [])]
    for (const { id, name } of questions) {
      // Headings, texts and links have no question.
      if (id === undefined || id === null) continue
      const isMapped = parameter_mappings?.some((one) => one.parameter_id === parameter && one.card_id === id)
      if (!isMapped) throw unmapped(name ?? `Question ${id}`, filter)
    }
  }
}
