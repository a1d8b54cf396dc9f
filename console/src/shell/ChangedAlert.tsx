import '@verbatim/ui/mantine-later.css'
import { Alert, Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'

/** One thing in which what stands now differs from what somebody began with. */
export interface Difference {
  readonly what: string
  readonly from: string
  readonly to: string
}

interface ChangedAlertProps {
  /** What was changed: "group". */
  thing: string
  differences: readonly Difference[]
  /** Shows what stands now; what was written on top of the older version is given up. */
  onReload: () => void
}

/** Somebody else changed it meanwhile: what is different, and the way to it. Nothing was saved. */
export function ChangedAlert({ thing, differences, onReload }: ChangedAlertProps) {
  return (
    <Alert
      mb="lg"
      color="yellow"
      role="alert"
      icon={<IconUsers size={18} aria-hidden />}
      title={`Somebody changed this ${thing} meanwhile`}
    >
      <p>Nothing of yours was saved. What is different now:</p>
      <ul>
        {differences.map(({ what, from, to }) => (
          <li key={what}>
            {what}: <bdi>{from || '–'}</bdi> → <bdi>{to || '–'}</bdi>
          </li>
        ))}
        {differences.length === 0 && <li>who belongs to it</li>}
      </ul>
      <Button mt="xs" size="compact-sm" variant="default" onClick={onReload}>
        Discard mine and reload
      </Button>
    </Alert>
  )
}

/** The lines in which two versions differ. */
export function differencesOf(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Difference[] {
  return Object.entries(after).flatMap(([what, to]) =>
    before[what] === to ? [] : [{ what, from: before[what] ?? '', to }],
  )
}
