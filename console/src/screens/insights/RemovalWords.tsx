import type { Insight } from '@verbatim/contract/insights.ts'
import type { InsightRemoval } from '@verbatim/contract/insight-removals.ts'
import { counted } from '@verbatim/ui/counted.ts'
import type { EffectProps } from '#editor/define-removal.tsx'

/** What the removal of an insight takes along. */
export function RemovalWords({ thing, effect }: EffectProps<Insight, InsightRemoval, undefined>) {
  const { readers, schedules, recipients } = effect
  return (
    <>
      <p>
        “<bdi>{thing.name}</bdi>” will be deleted. You can undo this right afterwards.
      </p>
      <ul>
        <li>
          {readers === 0
            ? 'No one else can see it.'
            : `${counted(readers, 'other person', 'other people')} can no longer see it.`}
        </li>
        {schedules > 0 && (
          <li>
            {counted(schedules, 'scheduled report no longer mails', 'scheduled reports no longer mail')} it to{' '}
            {counted(recipients, 'person', 'people')}.
          </li>
        )}
        <li>The data it shows is not deleted.</li>
      </ul>
    </>
  )
}
