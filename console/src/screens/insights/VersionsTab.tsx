import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Insight, type InsightVersion, restoreInsightVersion } from '@verbatim/contract/insights.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { Loaded } from '#failures/Loaded.tsx'
import { useAct } from '#shell/use-act.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import type { InsightTypes } from './insight-editor.tsx'
import { versionsQuery } from './queries.ts'

/** The versions of an insight; an earlier one can be shown again. */
export function VersionsTab(props: EditorProps<InsightTypes>) {
  const { base } = props.editor
  const canManage = useCan('insights.manage')
  if (!base) return null
  return canManage ? (
    <Versions {...props} base={base} />
  ) : (
    <p>Only people who manage insights see their versions.</p>
  )
}

function Versions({ editor, base }: EditorProps<InsightTypes> & { base: Insight }) {
  return (
    <Loaded of={useQuery(versionsQuery(useApi(), base.id))} pending={160}>
      {(versions) => <VersionTable editor={editor} base={base} versions={versions} />}
    </Loaded>
  )
}

interface VersionTableProps extends EditorProps<InsightTypes> {
  readonly base: Insight
  readonly versions: readonly InsightVersion[]
}

function VersionTable({ editor, base, versions }: VersionTableProps) {
  const { canEdit, isDirty, leave } = editor
  const isEmbedded = base.provider !== 'native'
  const restore = useAct({
    call: (asked, version: number) =>
      asked(restoreInsightVersion, {
        params: { id: base.id, version },
        body: { expectedVersion: base.version },
      }),
    failed: 'The version was not restored',
    touches: ['insights'],
    onDone: (_, version) => leave({ tone: 'done', title: `“${base.name}” shows version ${version} again` }),
  })
  return (
    <>
      <p>
        Restoring a version brings back its {isEmbedded ? 'dashboard or visual' : 'tiles'} as a new version.
        The name of the insight and who can see it do not change.
        {isDirty && ' Save your changes first.'}
      </p>
      <Table aria-label="Versions">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Version</Table.Th>
            <Table.Th>Changed</Table.Th>
            <Table.Th>By</Table.Th>
            {isEmbedded ? <Table.Th>ID</Table.Th> : <Table.Th ta="right">Tiles</Table.Th>}
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map(({ version, changedAt, changedBy, tileCount, externalId }) => (
            <Table.Tr key={version}>
              <Table.Th scope="row" fw={400}>
                {version}
                {version === base.version && ' (current)'}
              </Table.Th>
              <Table.Td>
                <DateTime at={changedAt} />
              </Table.Td>
              <Table.Td>
                <bdi>{changedBy}</bdi>
              </Table.Td>
              {isEmbedded ? (
                <Table.Td>
                  <bdi>{externalId}</bdi>
                </Table.Td>
              ) : (
                <Table.Td ta="right">{numberText(tileCount)}</Table.Td>
              )}
              <Table.Td ta="right">
                {canEdit && version !== base.version && (
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={`Restore version ${version}`}
                    disabled={isDirty}
                    loading={restore.isPending && restore.variables === version}
                    onClick={() => restore.mutate(version)}
                  >
                    Restore
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
