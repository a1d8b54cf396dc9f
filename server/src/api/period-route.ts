import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import type { MetricPeriod, MetricQuery } from '@verbatim/contract/metrics.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type ListedReader, listedReader } from '#domains/metrics/listed.ts'
import { findPeriods, type Periods, toMetricPeriod } from '#domains/metrics/period.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'

interface PeriodEndpoint<Query, Answer> extends Endpoint {
  readonly method: 'GET'
  readonly access: Permission
  readonly query: z.ZodType<Query>
  readonly response: z.ZodType<Answer>
}

/** What is found for a reader in a period; the answer says besides which period it is. */
type Find<Query, Answer> = (
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: Query & ListedReader,
) => Promise<Omit<Answer, keyof MetricPeriod>>

/** Serves what is asked of a period: the rows behind a figure, or its days. */
export function periodRoute<Query extends MetricQuery, Answer extends MetricPeriod>(
  app: FastifyInstance,
  now: () => Date,
  endpoint: PeriodEndpoint<Query, Answer>,
  find: Find<Query, Answer>,
): void {
  route(app, endpoint, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      const asked = { ...query, ...listedReader(actor, actor.purpose === 'missing') }
      const found = await find(tx, actor.scope, periods, asked)
      return { ...toMetricPeriod(periods), ...found } as Answer
    }),
  )
}
