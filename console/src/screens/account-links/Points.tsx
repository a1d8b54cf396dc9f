import { Stack, Title } from '@mantine/core'
import classes from './Points.module.css'

interface PointsProps {
  title: string
  points: readonly string[]
  /** They are done one after the other. */
  isOrdered?: boolean
  /** The level of the heading. */
  order?: 2 | 3
}

/** What to know or to do, under its heading; nothing if there is nothing. */
export function Points({ title, points, isOrdered = false, order = 2 }: PointsProps) {
  const List = isOrdered ? 'ol' : 'ul'
  if (points.length === 0) return null
  return (
    <Stack gap="xs">
      <Title order={order} size="h5">
        {title}
      </Title>
      <List className={classes.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </List>
    </Stack>
  )
}
