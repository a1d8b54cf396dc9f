import { useQuery } from '@tanstack/react-query'
import { channelNames, channels } from '@verbatim/contract/channels.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { groupNamesQuery } from '#lists/group-names.ts'
import { groupNamer } from '#screens/policies/policy-words.ts'
import { useApi } from '#shell/use-app-context.ts'
import classes from './Narrowed.module.css'

interface NarrowedToProps {
  /** What they are: `Conversations`. */
  of: string
  channel?: readonly string[] | undefined
  group?: readonly string[] | undefined
  /** Further words, before those for channels and groups: `with a question`. */
  further?: readonly string[]
  all: { readonly label: string; readonly href: string }
}

/** What the rows of a table are narrowed to by a link, and the way back to all. */
export function NarrowedTo({ of, channel = [], group = [], further = [], all }: NarrowedToProps) {
  const isOfGroups = group.length > 0
  const { data: groups } = useQuery({ ...groupNamesQuery(useApi()), enabled: isOfGroups })
  const nameOf = groupNamer(groups)
  const on = channels.filter((one) => channel.includes(one)).map((one) => channelNames[one])
  const words = [
    of,
    ...further,
    ...(on.length > 0 ? [`on ${on.join(' or ')}`] : []),
    ...(isOfGroups ? [`of ${group.map((id) => nameOf(id)).join(' or ')}`] : []),
  ]
  return (
    <p className={classes.narrowed}>
      <bdi>{words.join(' ')}</bdi>
      <TextLink href={all.href}>{all.label}</TextLink>
    </p>
  )
}
