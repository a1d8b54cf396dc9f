/**
 * A matcher for the demo's own tests: slow, obvious, and independent of the real one. Phrases match
 * whole words in any case, Han and kana anywhere; hits of a policy in a conversation within a day are one event.
 */
import type { CapturedMessage } from '#kernel/captured-event.ts'
import {
  type DemoOrganization,
  type DemoPolicy,
  type DemoRule,
  findingKey,
} from '#flows/demo/organization.ts'
import type { Nature } from '#flows/demo/scene.ts'

export interface NaiveHit {
  readonly policyKey: string
  readonly messageKey: string
  readonly rule: string
}

export interface NaiveEvent {
  readonly policyKey: string
  readonly at: Date
  readonly nature: Nature | undefined
}

const dayMs = 86_400_000

export function findHits(demo: DemoOrganization): { hits: NaiveHit[]; events: NaiveEvent[] } {
  const groupsOf = new Map(
    [...demo.contacts, ...demo.representatives].flatMap(({ identities, groupKeys }) =>
      identities.map(({ value }) => [value, groupKeys] as const),
    ),
  )
  const policies = demo.policies
    .filter(({ enabled }) => enabled)
    .map((policy) => ({ policy, rules: policy.rules.map((rule) => ({ rule, pattern: compile(rule) })) }))
  const hits: NaiveHit[] = []
  const events: NaiveEvent[] = []
  const lastHit = new Map<string, number>()
  for (const { event, receivedAt } of demo.deliveries) {
    if (event.kind !== 'message' || !event.body) continue
    for (const { policy, rules } of policies) {
      if (!concerns(policy, event, groupsOf)) continue
      const found = rules.find(({ rule, pattern }) => matches(rule, pattern, event))
      if (!found) continue
      const { messageKey } = event
      hits.push({ policyKey: policy.key, messageKey, rule: found.rule.name })
      const place = `${policy.key}|${event.channel}|${event.conversationKey}`
      const since = receivedAt.getTime() - (lastHit.get(place) ?? 0)
      lastHit.set(place, receivedAt.getTime())
      if (since < dayMs) continue
      const nature = demo.findings.get(findingKey(policy.key, messageKey))
      events.push({ policyKey: policy.key, at: receivedAt, nature })
    }
  }
  return { hits, events }
}

function concerns(
  { scope, groupKeys }: DemoPolicy,
  { participants }: CapturedMessage,
  groupsOf: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (scope === 'global') return true
  const watched: readonly string[] = groupKeys
  return participants.some(({ identity }) =>
    groupsOf.get(identity.value)?.some((key) => watched.includes(key)),
  )
}

function matches(rule: DemoRule, pattern: RegExp, { body, direction }: CapturedMessage): boolean {
  if (rule.conditions?.direction && rule.conditions.direction !== direction) return false
  return pattern.test(rule.type === 'regex' ? (body ?? '') : folded(body ?? ''))
}

function compile({ type, pattern }: DemoRule): RegExp {
  if (type === 'regex')
    return new RegExp(pattern.replace('(?i)', ''), pattern.startsWith('(?i)') ? 'iu' : 'u')
  const words = folded(pattern)
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(words)) return new RegExp(words, 'u')
  return new RegExp(`(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`, 'u')
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/[’‘]/g, "'")
}
