import { Button } from '@mantine/core'
import { badgeCount } from '@verbatim/ui/badge-count.ts'
import classes from './Arrived.module.css'

export interface Arrivals {
  readonly count: number
  readonly onShow: () => void
}

/** The number of new rows that the list does not show yet, and the button that shows them. */
export function Arrived({ count, onShow }: Arrivals) {
  return (
    <div role="status" className={classes.arrived}>
      {count > 0 && (
        <Button variant="light" onClick={onShow}>
          {badgeCount(count)} new
        </Button>
      )}
    </div>
  )
}
