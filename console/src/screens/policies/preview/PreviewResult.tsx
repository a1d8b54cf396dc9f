import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { previewPolicy } from '@verbatim/contract/policy-trials.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { dateTimeText } from '@verbatim/ui/dates.ts'
import { groupNamesQuery } from '#lists/group-names.ts'
import { useApi } from '#shell/use-app-context.ts'
import { CountBars } from './CountBars.tsx'
import { DayBars } from './DayBars.tsx'
import { groupNamer } from '#screens/policies/policy-words.ts'
import classes from './PreviewResult.module.css'
import { PreviewSample } from './PreviewSample.tsx'
import { ruleLabel, type RuleValues } from '#screens/policies/rules/rule-form.ts'

export type Preview = OutputOf<typeof previewPolicy>

interface PreviewResultProps {
  result: Preview
  /** The requested rules, in the order of the request. */
  rules: readonly RuleValues[]
  days: number
}

/** How many events a draft would have raised, when, by which rules and where, with a sample. */
export function PreviewResult({ result, rules, days }: PreviewResultProps) {
  const { data: groups } = useQuery(groupNamesQuery(useApi()))
  const { matched, conversations, notEvaluated, byRule, byDay, byGroup, since, sample } = result
  const { attachmentsRead, attachmentsUnread } = result
  const nameOf = groupNamer(groups)
  const labels = rules.map(ruleLabel)
  const counts = rules
    .map(({ key, type }, place) => {
      const count = type === 'prompt' ? undefined : byRule[place]
      return { id: key, label: labels[place] ?? '', count }
    })
    .sort((a, b) => (b.count ?? -1) - (a.count ?? -1))
  const prompts = rules.filter(({ type }) => type === 'prompt').length
  return (
    <Stack gap="md">
      <div>
        <p className={classes.matched}>
          {matched === 0
            ? 'Nothing would have been raised.'
            : `${counted(matched, 'message')} in ${counted(conversations, 'conversation')}`}
        </p>
        <Examined result={result} days={days} />
        {prompts > 0 && (
          <Text size="xs" c="dimmed">
            {counted(prompts, 'prompt rule')} not evaluated: prompts need a language model, and this release
            has none.
          </Text>
        )}
        {notEvaluated > 0 && (
          <Text size="xs" c="dimmed">
            {counted(notEvaluated, 'message')} could not be evaluated by every rule.
          </Text>
        )}
        {attachmentsRead + attachmentsUnread > 0 && (
          <Text size="xs" c="dimmed">
            Examined {counted(attachmentsRead, 'attachment')}
            {attachmentsUnread > 0 && `; no text available for ${counted(attachmentsUnread, 'other')}`}.
          </Text>
        )}
      </div>
      {matched > 0 && (
        <>
          <DayBars byDay={byDay} since={since} />
          {counts.length > 1 && <CountBars title="By rule" counts={counts} />}
          {byGroup.length > 0 && (
            <CountBars
              title="By group"
              counts={byGroup.map(({ groupId, matched: count }) => ({
                id: groupId,
                label: nameOf(groupId),
                count,
              }))}
            />
          )}
          <PreviewSample sample={sample} matched={matched} labels={labels} />
        </>
      )}
    </Stack>
  )
}

/** How far the preview got. */
function Examined({
  result: { examined, isComplete, since },
  days,
}: Pick<PreviewResultProps, 'result' | 'days'>) {
  const read = counted(examined, 'message')
  return (
    <Text size="xs" c="dimmed">
      {isComplete
        ? `Examined the ${read} of the last ${days} days that you can see.`
        : `Time limit reached: examined ${read}, newest first, back to ${dateTimeText(since)}. Older messages were not examined.`}
    </Text>
  )
}
