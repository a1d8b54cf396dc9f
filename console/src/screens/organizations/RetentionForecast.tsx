import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Channel, channelNames } from '@verbatim/contract/channels.ts'
import type { RetentionRule } from '@verbatim/contract/retention.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { useState } from 'react'
import { Loaded } from '#failures/Loaded.tsx'
import { useApi } from '#shell/use-app-context.ts'
import classes from './ProfileForm.module.css'
import { forecastQuery } from './queries.ts'

/** The effect of the periods in the form, requested by a button. */
export function RetentionForecast({ rules }: { rules: readonly RetentionRule[] }) {
  const [asked, setAsked] = useState<readonly RetentionRule[]>()
  const forecast = useQuery({
    ...forecastQuery(useApi(), asked ?? []),
    enabled: asked !== undefined,
  })
  const isOld = asked !== undefined && JSON.stringify(asked) !== JSON.stringify(rules)
  return (
    <div>
      <Button variant="default" loading={forecast.isFetching} onClick={() => setAsked(rules)}>
        Forecast removals
      </Button>
      {asked && (
        <Loaded of={forecast} pending={null} inline>
          {({ channels, asOf }) => (
            <>
              <table className={classes.forecast}>
                <caption>Messages that would be removed</caption>
                <thead>
                  <tr>
                    <th scope="col">Channel</th>
                    <th scope="col">Now</th>
                    <th scope="col">In the next 12 months</th>
                  </tr>
                </thead>
                <tbody>
                  {inOrder(channels).map(({ channel, now, nextYear }) => (
                    <tr key={channel}>
                      <th scope="row">{channelNames[Channel.parse(channel)]}</th>
                      <td>{countText(now)}</td>
                      <td>{countText(nextYear)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              <p className={classes.hint}>
                Messages, as of <DateTime at={asOf} />.{' '}
                {isOld && 'You have changed the periods since. Forecast again.'}
              </p>
            </>
          )}
        </Loaded>
      )}
    </div>
  )
}

const inOrder = <C extends { channel: string }>(rows: readonly C[]) =>
  rows.toSorted((a, b) => a.channel.localeCompare(b.channel))

const countText = ({ count, atLeast }: { count: number; atLeast?: true | undefined }) =>
  `${atLeast ? 'more than ' : ''}${numberText(count)}`
