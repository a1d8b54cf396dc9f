/** The policies' findings in the year, computed without a database, for tests and for seeing the effect of changed words. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { GroupId, PolicyId, RuleId } from '@verbatim/contract/ids.ts'
import { type StandingPolicy, compilePolicies, judge } from '@verbatim/server/domains/policies/verdict.ts'
import type { CapturedMessage } from '@verbatim/server/kernel/captured-event.ts'
import { type DemoOrganization, type DemoPolicy, findingKey } from '#organization.ts'
import type { Nature } from '#scene.ts'

interface RaisedHit {
  readonly policyKey: string
  readonly messageKey: string
}

interface RaisedEvent {
  readonly policyKey: string
  readonly at: Date
  readonly nature: Nature | undefined
}

/** Matches of one policy in one conversation within a day are one event. Source: docs/rules/review.md. */
export function findRaised(demo: DemoOrganization): { hits: RaisedHit[]; events: RaisedEvent[] } {
  const groupsOf = new Map(
    [...demo.contacts, ...demo.representatives].flatMap(({ identities, groupKeys }) =>
      identities.map(({ value }) => [value, groupKeys] as const),
    ),
  )
  const placeOf = new Map(demo.groups.map(({ key }, at) => [key as string, GroupId.parse(inventedId(1, at))]))
  const enabled = demo.policies.filter((policy) => policy.enabled)
  const standing = enabled.map((policy, at) => standingPolicy(policy, at, placeOf))
  const keyOf = new Map(standing.map(({ id }, at) => [id, enabled[at]?.key ?? '']))
  const compiled = compilePolicies(standing)
  const hits: RaisedHit[] = []
  const events: RaisedEvent[] = []
  const openUntil = new Map<string, number>()
  for (const { event, receivedAt } of demo.deliveries) {
    if (event.kind !== 'message' || !event.body) continue
    const groupIds = groupsIn(event, groupsOf).flatMap((key) => placeOf.get(key) ?? [])
    const { breaches } = judge(compiled, {
      text: event.body,
      subject: event.subject,
      attachmentNames: [],
      channel: event.channel,
      direction: event.direction,
      groupIds,
      byUser: event.direction !== 'inbound',
    })
    for (const { policyId } of breaches) {
      const policyKey = keyOf.get(policyId) ?? ''
      hits.push({ policyKey, messageKey: event.messageKey })
      const place = `${policyKey}|${event.channel}|${event.conversationKey}`
      if ((openUntil.get(place) ?? 0) > receivedAt.getTime()) continue
      openUntil.set(place, receivedAt.getTime() + dayMs)
      const nature = demo.findings.get(findingKey(policyKey, event.messageKey))
      events.push({ policyKey, at: receivedAt, nature })
    }
  }
  return { hits, events }
}

function standingPolicy(
  policy: DemoPolicy,
  at: number,
  placeOf: ReadonlyMap<string, GroupId>,
): StandingPolicy {
  return {
    id: PolicyId.parse(inventedId(2, at)),
    version: 1,
    severity: policy.severity,
    scope: policy.scope,
    groupIds: policy.groupKeys.flatMap((key) => placeOf.get(key) ?? []),
    action: policy.action,
    rules: policy.rules.map(({ type, pattern, conditions }, rule) => ({
      id: RuleId.parse(inventedId(3, at * 100 + rule)),
      type,
      pattern,
      scope: 'message',
      ...(conditions
        ? {
            conditions: {
              ...conditions,
              channels: conditions.channels && [...conditions.channels],
              exceptPhrases: conditions.exceptPhrases && [...conditions.exceptPhrases],
            },
          }
        : {}),
    })),
  }
}

function groupsIn(
  { participants }: CapturedMessage,
  groupsOf: ReadonlyMap<string, readonly string[]>,
): string[] {
  return participants.flatMap(({ identity }) => groupsOf.get(identity.value) ?? [])
}

function inventedId(kind: number, number: number): string {
  return `00000000-0000-7000-800${kind}-${String(number).padStart(12, '0')}`
}
