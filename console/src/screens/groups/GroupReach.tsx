import { useQuery } from '@tanstack/react-query'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
import type { Group } from '@verbatim/contract/groups.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { searchText } from '#lists/search-text.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import classes from './GroupReach.module.css'
import { groupReachQuery } from './queries.ts'

/** What the group is for: who reads its conversations, and which policies apply to it alone. */
export function GroupReach({ group }: { group: Group }) {
  const reach = useQuery(groupReachQuery(useApi(), group))
  const mayRead = useCan('messages.view')
  const messages = {
    period: 'all',
    filter: formatFilter([{ field: 'groupId', operator: 'eq', values: [group.id] }]),
  }
  return (
    <section aria-labelledby="group-reach">
      <h3 className={classes.heading} id="group-reach">
        Where this group is used
      </h3>
      <Loaded of={reach} pending={120} inline>
        {(data) => (
          <Facts
            facts={[
              [
                'Conversations',
                mayRead && data.conversations > 0 ? (
                  <TextLink href={`/messages${searchText(messages)}`}>
                    {numberText(data.conversations)}
                  </TextLink>
                ) : (
                  numberText(data.conversations)
                ),
              ],
              [
                'Permission profiles',
                <Names
                  key="profiles"
                  names={data.profiles}
                  none="Only people with access to all groups. No permission profile names this one."
                />,
              ],
              [
                'Policies',
                <Names
                  key="policies"
                  names={data.policies}
                  none="The policies for all groups. None is for this one alone."
                />,
              ],
            ]}
          />
        )}
      </Loaded>
    </section>
  )
}

function Names({ names, none }: { names: readonly string[]; none: string }) {
  if (names.length === 0) return <span className={classes.none}>{none}</span>
  return (
    <ul className={classes.names}>
      {names.map((name) => (
        <li key={name} dir="auto">
          {name}
        </li>
      ))}
    </ul>
  )
}
