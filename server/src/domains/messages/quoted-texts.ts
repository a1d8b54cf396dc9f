/** What a message quotes of another. */
import { quotedWords } from '@verbatim/contract/content-facts.ts'
import { sql } from 'kysely'
import { storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { MessageFact } from './facts.ts'

/**
 * What was captured is examined as itself, and not again in each answer. What is quoted of a message that was never captured, or that did
 * not say so, becomes a text of the one that quotes it.
 * @param facts New messages; they may answer one another.
 */
export async function withQuotedTexts<F extends MessageFact>(
  tx: TenantTx,
  facts: readonly F[],
): Promise<F[]> {
  const quoting = facts.flatMap(({ event }) => (quotesIn(event).length > 0 ? [event] : []))
  if (quoting.length === 0) return [...facts]
  const said = await findAnswered(
    tx,
    quoting.flatMap(({ replyToKey }) => replyToKey ?? []),
  )
  for (const { event } of facts) {
    const texts = [event.body ?? '', ...(event.others ?? []).map(({ text }) => text)].map(flat)
    for (const name of [event.messageKey, ...(event.aliases ?? [])])
      said.set(keyOf(event.channel, name), [...textsAt(said, event.channel, name), ...texts])
  }
  return facts.map((fact) => {
    const { channel, replyToKey, others = [] } = fact.event
    const texts = replyToKey === undefined ? [] : textsAt(said, channel, replyToKey)
    const unknown = quotesIn(fact.event).filter((quote) => !texts.some((text) => text.includes(flat(quote))))
    if (unknown.length === 0) return fact
    const quoted = { kind: 'content', text: unknown.join('\n') } as const
    return { ...fact, event: { ...fact.event, others: [...others, quoted] } }
  })
}

const quotesIn = ({ structured }: MessageFact['event']) => (structured ? quotedWords(structured) : [])

type Said = ReadonlyMap<string, readonly string[]>

const keyOf = (channel: string, name: string) => `${channel}|${storable(name)}`
const textsAt = (said: Said, channel: string, name: string) => said.get(keyOf(channel, name)) ?? []

/** Apps shorten blanks when they quote. */
const flat = (text: string) => storable(text).replaceAll(/\s+/g, ' ').trim()

/** The texts of messages, of all their versions and of their other content, under each of their names. */
async function findAnswered(tx: TenantTx, keys: readonly string[]): Promise<Map<string, readonly string[]>> {
  const names = [...new Set(keys.map(storable))]
  const { rows } = await sql<{ channel: string; name: string; texts: string[] }>`
    select named.channel, named.name, array(select message.body union select version.body from message_revision version
      where version.tenant_id = message.tenant_id and version.message_id = message.id
      union select other ->> 'text' from jsonb_array_elements(message.others) other) as texts
    from (select channel, message_key as name, id from message where message_key = any(${names})
      union select channel, alias, message_id from message_alias where alias = any(${names})) named
    join message on message.id = named.id`.execute(tx)
  return new Map(
    rows.map(({ channel, name, texts }) => [keyOf(channel, name), texts.map((text) => flat(text ?? ''))]),
  )
}
