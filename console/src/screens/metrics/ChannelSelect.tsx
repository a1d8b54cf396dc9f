import { Select } from '@mantine/core'
import { type Channel, channelNames, channels } from '@verbatim/contract/channels.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import classes from './ChannelSelect.module.css'

interface ChannelSelectProps {
  /** Undefined: all. */
  value: Channel | undefined
  onChange: (channel: Channel | undefined) => void
}

const all = 'all'
const options = [{ value: all, label: 'All channels' }, ...optionsOf(channels, channelNames)]

/** Of which channel the rows of a table are. */
export function ChannelSelect({ value, onChange }: ChannelSelectProps) {
  return (
    <Select
      className={classes.channel}
      aria-label="Channel"
      data={options}
      value={value ?? all}
      allowDeselect={false}
      onChange={(chosen) => onChange(channels.find((channel) => channel === chosen))}
      data-screen-only
    />
  )
}
