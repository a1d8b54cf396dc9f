import {
  cancelArchiveBackFill,
  getArchiving,
  startArchiveBackFill,
  testArchiving,
  updateArchiving,
} from '@verbatim/contract/archiving.ts'
import type { FastifyInstance } from 'fastify'
import { cancelBackFill, startBackFill } from '#domains/archiving/back-fill.ts'
import { changeArchiving } from '#domains/archiving/commands.ts'
import { readArchiving } from '#domains/archiving/queries.ts'
import { sendTest } from '#flows/archive/send-test.ts'
import type { ArchiveContext } from '#flows/archive/deliver-mail.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

type ArchivingContext = Pick<ArchiveContext, 'db' | 'secrets' | 'mediaHosts' | 'now'>

const changing = announcing(['organization', 'audit'])

/** Archiving by mail: its settings, their test, and what was captured before. */
export function archivingRoutes(app: FastifyInstance, ctx: ArchivingContext): void {
  const { secrets, now } = ctx
  route(app, getArchiving, ({ read }) => read(readArchiving))
  route(app, updateArchiving, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) => {
      await changeArchiving(tx, actor, body, { secrets, now: now() })
      return readArchiving(tx)
    }),
  )
  route(app, startArchiveBackFill, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) => {
      await startBackFill(tx, actor, body.startFrom, now())
      return readArchiving(tx)
    }),
  )
  route(app, cancelArchiveBackFill, ({ actor, commit }) =>
    changing(commit, actor, async (tx) => {
      await cancelBackFill(tx, actor, now())
      return readArchiving(tx)
    }),
  )
  // It changes nothing here, and its answer is about this moment.
  route(app, testArchiving, ({ actor, body }) => sendTest(ctx, actor, body), { asks: true })
}
