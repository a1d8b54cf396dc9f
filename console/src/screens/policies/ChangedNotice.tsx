import '@verbatim/ui/mantine-later.css'
import { Alert, Button, Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { PolicyDetail } from '@verbatim/contract/policies.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { groupNamesQuery } from '#shell/group-names.ts'
import { useApi } from '#shell/use-house.ts'
import classes from './ChangedNotice.module.css'
import { type PolicyValues, toValues } from './policy-form.ts'
import { differences, rebase } from './policy-merge.ts'
import { groupNamer } from './policy-words.ts'

interface ChangedNoticeProps {
  base: PolicyDetail
  newer: PolicyDetail
  values: PolicyValues
  isDirty: boolean
  /** Goes on from the newer version, with these values on top of it. */
  onAdopt: (values: PolicyValues) => void
}

/** Somebody else changed the policy: what it was, and both ways to go on. Nothing that was typed is lost meanwhile. */
export function ChangedNotice({ base, newer, values, isDirty, onAdopt }: ChangedNoticeProps) {
  const { data: groups } = useQuery(groupNamesQuery(useApi()))
  const changes = differences(base, newer, values, groupNamer(groups))
  return (
    <Alert
      ref={bringIntoSight}
      mb="lg"
      color="yellow"
      icon={<IconUsers size={18} aria-hidden />}
      role="alert"
      title={
        <>
          <bdi>{newer.changedBy}</bdi> changed this policy <Ago at={newer.changedAt} />
        </>
      }
    >
      <p className={classes.text}>
        {isDirty
          ? 'Nothing of yours was saved, and nothing of it is lost.'
          : 'What you see is the version before.'}
      </p>
      <ul className={classes.changes}>
        {changes.slice(0, mostShown).map(({ what, from, to, isContested }) => (
          <li key={what}>
            <bdi>{what}</bdi>
            {from !== undefined && (
              <>
                : <bdi>{from}</bdi> → <bdi>{to}</bdi>
              </>
            )}
            {isContested && <strong> (you changed it too)</strong>}
          </li>
        ))}
        {changes.length > mostShown && <li>and {changes.length - mostShown} more</li>}
      </ul>
      <Group gap="xs">
        {isDirty && (
          <Button size="compact-sm" onClick={() => onAdopt(rebase(base, newer, values))}>
            Keep my changes on top of it
          </Button>
        )}
        <Button size="compact-sm" variant="default" onClick={() => onAdopt(toValues(newer))}>
          {isDirty ? 'Discard mine and reload' : 'Reload'}
        </Button>
      </Group>
    </Alert>
  )
}

const mostShown = 10

function bringIntoSight(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' })
}
