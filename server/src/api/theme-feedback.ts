import type { InputOf } from '@verbatim/contract/endpoint.ts'
import {
  dislikeEntity,
  dislikeTheme,
  likeEntity,
  likeTheme,
  type ThemeFeeling,
} from '@verbatim/contract/theme-feedback.ts'
import type { FastifyInstance } from 'fastify'
import { feelAbout } from '#domains/themes/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import type { TenantTx } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'

type Felt = InputOf<typeof likeTheme>['body']

/** Likes and dislikes of a reader, which are theirs alone. */
export function themeFeedbackRoutes(app: FastifyInstance, { now }: Clock): void {
  const feel =
    (actor: Actor, { id, undo }: Felt, feeling: ThemeFeeling) =>
    (tx: TenantTx) =>
      feelAbout(tx, actor, { id, feeling: undo ? null : feeling }, now())
  route(app, likeTheme, ({ actor, body, commit }) => commit(feel(actor, body, 'like')))
  route(app, dislikeTheme, ({ actor, body, commit }) => commit(feel(actor, body, 'dislike')))
  route(app, likeEntity, ({ actor, body, commit }) => commit(feel(actor, body, 'like')))
  route(app, dislikeEntity, ({ actor, body, commit }) => commit(feel(actor, body, 'dislike')))
}
