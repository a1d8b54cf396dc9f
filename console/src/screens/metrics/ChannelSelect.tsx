import { type Channel, channelNames, channels } from '@verbatim/contract/channels.ts'
import { type Option, optionsOf } from '@verbatim/ui/options.ts'
import { RowsSelect } from './RowsSelect.tsx'

interface ChannelSelectProps {
  /** Undefined: all. */
  value: Channel | undefined
  onChange: (channel: Channel | undefined) => void
}

const all = 'all'
const options: readonly Option<Channel | typeof all>[] = [
  { value: all, label: 'All channels' },
  ...optionsOf(channels, channelNames),
]

/** Of which channel the rows of a table are. */
export function ChannelSelect({ value, onChange }: ChannelSelectProps) {
  return (
    <RowsSelect
      label="Channel"
      options={options}
      value={value ?? all}
      onChange={(chosen) => onChange(chosen === all ? undefined : chosen)}
    />
  )
}
