import { findThings } from '@verbatim/contract/find.ts'
import type { FastifyInstance } from 'fastify'
import { findAnything } from '#flows/find/find.ts'
import { route } from '#platform/http/route.ts'

interface FindContext {
  readonly now: () => Date
}

/** The search of the command palette. */
export function findRoutes(app: FastifyInstance, { now }: FindContext): void {
  route(app, findThings, async ({ actor, query, read }) => ({
    items: await findAnything(read, actor, query.text, now()),
  }))
}
