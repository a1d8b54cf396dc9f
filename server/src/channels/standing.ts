/** Answers of providers about the accounts of people, as they are kept and read. */
import type { StoredDelivery } from '#channels/connector.ts'
import type { StandingStatement } from '#channels/provider-calls.ts'
import { jsonOf } from '#kernel/json.ts'

const standingType = 'application/vnd.verbatim.standing+json'

type Fields = Readonly<Record<string, unknown>>

/** @param askedAt What a delivery said later counts more, also if it was kept before the answer. */
export const standingFrom = (address: string, answer: Fields, askedAt: Date): StandingStatement => ({
  address,
  contentType: standingType,
  body: Buffer.from(JSON.stringify({ askedAt: askedAt.toISOString(), answer })),
})

/** An answer that was kept; undefined for any other delivery. */
export function standingIn({
  contentType,
  body,
}: Pick<StoredDelivery, 'contentType' | 'body'>): { askedAt: Date; answer: Fields } | undefined {
  if (contentType !== standingType) return undefined
  const { askedAt, answer } = (jsonOf(body) ?? {}) as Fields
  const at = new Date(String(askedAt))
  const isAnswer = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  return Number.isNaN(at.getTime()) || !isAnswer ? undefined : { askedAt: at, answer: answer as Fields }
}
