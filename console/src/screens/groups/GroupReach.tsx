import { useQuery } from '@tanstack/react-query'
import type { Group } from '@verbatim/contract/groups.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { FactList } from '@verbatim/ui/FactList.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { SidePart } from '#editor/SidePart.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { has, listHref } from '#lists/list-href.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { groupReachQuery } from './queries.ts'

/** What the group is for: who reads its conversations, and which policies apply to it alone. */
export function GroupReach({ group }: { group: Group }) {
  const reach = useQuery(groupReachQuery(useApi(), group))
  const mayRead = useCan('messages.view')
  return (
    <SidePart title="Where this group is used">
      <Loaded of={reach} pending={120} inline>
        {(data) => (
          <Facts
            facts={[
              [
                'Conversations',
                mayRead && data.conversations > 0 ? (
                  <TextLink href={listHref('/messages', [has('groupId', group.id)])}>
                    {numberText(data.conversations)}
                  </TextLink>
                ) : (
                  numberText(data.conversations)
                ),
              ],
              [
                'Permission profiles',
                <FactList
                  items={data.profiles}
                  none="Only people with access to all groups. No permission profile names this group."
                />,
              ],
              [
                'Policies',
                <FactList
                  items={data.policies}
                  none="Only the policies for all groups. No policy names this group."
                />,
              ],
            ]}
          />
        )}
      </Loaded>
    </SidePart>
  )
}
