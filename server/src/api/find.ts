import { findThings, getPersonCard } from '@verbatim/contract/find.ts'
import type { FastifyInstance } from 'fastify'
import { findAnything } from '#flows/find/find.ts'
import { requirePersonCard } from '#flows/find/person-card.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'

/** The command palette’s question, and the card of a person. */
export function findRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, findThings, async ({ actor, query, read }) => ({
    items: await findAnything(read, actor, query.text, now()),
  }))
  route(app, getPersonCard, ({ actor, params, read }) =>
    read((tx) => requirePersonCard(tx, actor, params, now())),
  )
}
