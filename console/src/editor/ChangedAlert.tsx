import { Alert, Button, Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import classes from './ChangedAlert.module.css'
import type { Difference } from './differences.ts'
import type { Newer } from './use-newer.ts'

interface ChangedAlertProps extends Newer {
  /** The changed thing: "this group". */
  thing: string
  /** The author and time of the change, if the server gives them. */
  changed?: { readonly by: string; readonly at: string } | undefined
  differences: readonly Difference[]
}

/** Shows what someone else changed meanwhile, and two ways to continue. Nothing the user typed is lost. */
export function ChangedAlert(props: ChangedAlertProps) {
  const { thing, changed, differences, reload, keep } = props
  return (
    <Alert
      ref={bringIntoSight}
      mb="lg"
      color="yellow"
      role="alert"
      icon={<IconUsers size={18} aria-hidden />}
      title={
        changed ? (
          <>
            <bdi>{changed.by}</bdi> changed {thing} <Ago at={changed.at} />
          </>
        ) : (
          `Someone else changed ${thing}`
        )
      }
    >
      <p className={classes.text}>
        Your changes are not saved yet, and none are lost. What is different now:
      </p>
      <ul className={classes.changes}>
        {differences.slice(0, mostShown).map(({ what, from, to, isContested }) => (
          <li key={what}>
            <bdi>{what}</bdi>
            {from !== undefined && (
              <>
                : <bdi>{from || '–'}</bdi> → <bdi>{to || '–'}</bdi>
              </>
            )}
            {isContested && <strong> (you also changed this)</strong>}
          </li>
        ))}
        {differences.length > mostShown && <li>and {differences.length - mostShown} more</li>}
        {differences.length === 0 && <li>Who belongs to it</li>}
      </ul>
      <Group gap="xs">
        <Button size="compact-sm" onClick={keep}>
          Keep my changes
        </Button>
        <Button size="compact-sm" variant="default" onClick={reload}>
          Discard my changes
        </Button>
      </Group>
    </Alert>
  )
}

const mostShown = 10

function bringIntoSight(notice: HTMLElement | null): void {
  notice?.scrollIntoView({ block: 'nearest' })
}
