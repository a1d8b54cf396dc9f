import { IconCircleCheck, IconCircleX, IconClock, IconUserCheck } from '@tabler/icons-react'
import {
  type ChangeRequest,
  changeRequestKindNames,
  changeRequestKinds,
  changeRequestList,
  type ChangeRequestState,
  changeRequestStateNames,
  changeRequestStates,
  listChangeRequests,
} from '@verbatim/contract/change-requests.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import type { Meaning } from '@verbatim/ui/colors.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { Moment } from '@verbatim/ui/Moment.tsx'
import { filterFields } from '@verbatim/ui/filters/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { TwoLines } from '@verbatim/ui/TwoLines.tsx'
import { useState } from 'react'
import { list } from '#lists/list.ts'
import { useListAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { ChangeRequestDetail } from './ChangeRequestDetail.tsx'

const meanings: Record<ChangeRequestState, Meaning> = {
  pending: { label: changeRequestStateNames.pending, tone: 'amber', icon: IconClock },
  approved: { label: changeRequestStateNames.approved, tone: 'green', icon: IconCircleCheck },
  rejected: { label: changeRequestStateNames.rejected, tone: 'red', icon: IconCircleX },
  withdrawn: { label: changeRequestStateNames.withdrawn, tone: 'grey', icon: IconCircleX },
}

/** What it would do, such as `policy_created`, in words. */
function requestedText(type: string): string {
  const verb = requested.find(([ending]) => type.endsWith(ending))
  return verb ? verb[1] : 'Change'
}
const requested = [
  ['_created', 'Create'],
  ['_deleted', 'Delete'],
  ['_enabled', 'Enable'],
  ['_disabled', 'Disable'],
] as const

const columns: readonly Column<ChangeRequest>[] = [
  {
    id: 'target',
    label: 'Change',
    sortBy: 'targetName',
    narrow: 'line',
    cell: ({ targetName, type }) => <TwoLines first={<bdi>{targetName}</bdi>} second={requestedText(type)} />,
  },
  {
    id: 'kind',
    label: 'Kind',
    sortBy: 'kind',
    width: 176,
    narrow: 'out',
    cell: ({ kind }) => changeRequestKindNames[kind],
  },
  {
    id: 'requested',
    label: 'Requested',
    sortBy: 'requestedAt',
    width: 160,
    narrow: 'named',
    cell: ({ requestedAt, requestedBy }) => (
      <TwoLines
        first={<Moment at={requestedAt} isListed />}
        second={
          <>
            by <bdi>{requestedBy.name}</bdi>
          </>
        }
      />
    ),
  },
  {
    id: 'state',
    label: 'Status',
    sortBy: 'state',
    width: 164,
    narrow: 'end',
    cell: ({ state }) => <Badge meaning={meanings[state]} of="Status" />,
  },
  {
    id: 'decided',
    label: 'Decided',
    width: 160,
    narrow: 'out',
    cell: ({ decided }) =>
      decided && (
        <TwoLines
          first={<Ago at={decided.at} />}
          second={
            <>
              by <bdi>{decided.by}</bdi>
            </>
          }
        />
      ),
  },
]

/** Changes that a second person approves, with their outcome. */
export const changeRequestsList = list({
  key: ['change-requests'],
  saved: 'change-requests',
  spec: changeRequestList,
  call: listChangeRequests,
  title: 'Change Requests',
  noun: 'change requests',
  columns,
  days: { sortBy: 'requestedAt', at: ({ requestedAt }) => requestedAt },
  fields: filterFields(changeRequestList.fields, {
    state: { label: 'Status', options: optionsOf(changeRequestStates, changeRequestStateNames) },
    kind: { label: 'Kind', options: optionsOf(changeRequestKinds, changeRequestKindNames) },
    requestedAt: 'Requested',
    policyId: { label: 'Policy', linkedOnly: true },
    id: { label: 'Change request', linkedOnly: true },
  }),
  searchPlaceholder: 'Search change requests',
  rowLabel: ({ targetName }) => targetName,
  empty: {
    icon: IconUserCheck,
    title: 'No change requests',
    text: 'Where the organization profile requires approval, changes to policies and data retention wait here for a second person.',
    next: [
      {
        label: 'Require approval',
        href: '/organization/profile#profile-approval',
        needs: 'organization.manage',
      },
    ],
  },
})

export function ChangeRequestsScreen() {
  const { conditions } = useListAddress(changeRequestList)
  const named = conditions.find(({ field }) => field === 'id')?.values[0]
  const [chosen, choose] = useState<{ readonly named: typeof named; readonly id: string | undefined }>()
  // The request of the address is open until the reader closes it.
  const openId = chosen?.named === named ? chosen?.id : named
  return (
    <ListScreen
      list={changeRequestsList}
      onOpen={({ id }) => choose({ named, id: id === openId ? undefined : id })}
      detail={{ openId, show: (request) => <ChangeRequestDetail request={request} /> }}
    />
  )
}
