import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileDescription } from '@tabler/icons-react'
import { purposeText } from '@verbatim/contract/purposes.ts'
import { timeText } from '@verbatim/ui/dates.ts'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { purposeQuery, useRefusedWithoutPurpose } from './purpose.ts'
import classes from './PurposeBar.module.css'

const PurposeDialog = lazy(() =>
  import('./PurposeDialog.tsx').then(({ PurposeDialog: Loaded }) => ({ default: Loaded })),
)

/** If the organization requires a purpose for reading: shows the reader's purpose, or asks for one. */
export function PurposeBar() {
  const api = useApi()
  const { data, refetch } = useQuery(purposeQuery(api))
  const [isAsking, setAsking] = useState(false)
  useRefusedWithoutPurpose(() => {
    setAsking(true)
    void refetch()
  })
  if (!data?.isRequired) return
  const { current } = data
  return (
    <section className={classes.bar} aria-label="Purpose" data-screen-only>
      <IconFileDescription size={16} aria-hidden />
      <p className={classes.text}>
        {current ? (
          <>
            You are reading for: <bdi>{purposeText(current)}</bdi>. Until {timeText(current.until)}.
          </>
        ) : (
          'You can read messages with events. To read others, state a purpose.'
        )}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {current ? 'Change' : 'State a purpose'}
      </Button>
      <Suspense>
        <PurposeDialog opened={isAsking} current={current} onClose={() => setAsking(false)} />
      </Suspense>
    </section>
  )
}
