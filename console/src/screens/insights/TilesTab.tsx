import { Box, Button, Stack, Text } from '@mantine/core'
import {
  IconArrowBackUp,
  IconChartHistogram,
  IconChartLine,
  IconLetterT,
  IconNumber123,
  IconTable,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { inReadingOrder } from '@verbatim/contract/insight-grid.ts'
import { tileLimits } from '@verbatim/contract/insight-tiles.ts'
import { insightLimits } from '@verbatim/contract/insights.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import { EmptyState } from '@verbatim/ui/EmptyState.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { NameField } from '#editor/NameField.tsx'
import { UsualPeriod } from '#screens/metrics/rows-address.ts'
import { useApi } from '#shell/use-app-context.ts'
import { BuilderGrid } from './BuilderGrid.tsx'
import { newTile, toTile } from './insight-form.ts'
import type { InsightTypes } from './insight-editor.tsx'
import { MissingTiles } from './MissingTiles.tsx'
import { figuresQuery } from './queries.ts'
import { TileGrid } from './TileGrid.tsx'
import classes from './TilesTab.module.css'
import { useTileHistory } from './tile-history.tsx'
import { usePreview } from './use-preview.ts'

const kinds = [
  { kind: 'figure', label: 'Add figure', icon: IconNumber123 },
  { kind: 'chart', label: 'Add chart', icon: IconChartLine },
  { kind: 'table', label: 'Add table', icon: IconTable },
  { kind: 'text', label: 'Add text', icon: IconLetterT },
] as const

/** The name, and the tiles with their figures of now: to add, move, resize and change. */
export function TilesTab({ editor }: EditorProps<InsightTypes>) {
  const { form, values } = editor
  return (
    <Stack gap="lg">
      <Box w="100%" maw={fieldsWidth}>
        <NameField form={form} limit={insightLimits.name} />
      </Box>
      {values.provider ? (
        <EmptyState icon={IconChartHistogram} title={`${values.provider.name} shows this insight`}>
          It has no tiles here. Its ID, under Details, decides what is shown.
        </EmptyState>
      ) : (
        <UsualPeriod value={values.usualDays}>
          {editor.canEdit ? <Builder editor={editor} /> : <Shown editor={editor} />}
        </UsualPeriod>
      )}
    </Stack>
  )
}

/** For those who may not change it. */
function Shown({ editor: { base, values } }: EditorProps<InsightTypes>) {
  const { data, refetch, isFetching } = useQuery({
    ...figuresQuery(useApi(), base ?? { id: 'complaints', version: 0 }, values.usualDays),
    enabled: base !== undefined,
  })
  const again = () => void refetch()
  return (
    <>
      <MissingTiles
        tiles={values.tiles.map(toTile)}
        figures={data}
        retry={{ again, isRunning: isFetching }}
      />
      <TileGrid name="Tiles" tiles={values.tiles} figures={data} onRetry={again} />
    </>
  )
}

function Builder({ editor }: EditorProps<InsightTypes>) {
  const { values, setOpenItem, form } = editor
  const { change, undo, canUndo } = useTileHistory()
  const tiles = inReadingOrder(values.tiles)
  const { data, refetch, isFetching, isStale } = usePreview(tiles.map(toTile), Number(values.usualDays))
  const again = () => void refetch()
  const isFull = values.tiles.length >= tileLimits.tiles
  const problem = form.errors['tiles']
  return (
    <div
      className={classes.builder}
      // Not while a text is typed: there it undoes the typing.
      onKeyDown={(event) => {
        const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
        if (!isUndo || event.target instanceof HTMLInputElement) return
        event.preventDefault()
        undo()
      }}
    >
      <div className={classes.tools} role="toolbar" aria-label="Tiles">
        {kinds.map(({ kind, label, icon: KindIcon }) => (
          <Button
            key={kind}
            variant="default"
            size="compact-md"
            leftSection={<KindIcon size={16} aria-hidden />}
            disabled={isFull}
            onClick={() => {
              const tile = newTile(kind, values.tiles)
              change([...values.tiles, tile])
              setOpenItem(tile.key)
            }}
          >
            {label}
          </Button>
        ))}
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!canUndo}
          onClick={undo}
        >
          Undo
        </Button>
      </div>
      {problem && (
        <Text c="red" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <MissingTiles tiles={tiles.map(toTile)} figures={data} retry={{ again, isRunning: isFetching }} />
      {tiles.length === 0 ? (
        <EmptyState icon={IconChartHistogram} title="No tiles yet">
          Add a figure, a chart, a table or a text. Figures appear at once.
        </EmptyState>
      ) : (
        <BuilderGrid
          tiles={tiles}
          figures={data}
          isStale={isStale}
          current={editor.openItem}
          onOpen={setOpenItem}
          onChange={change}
          onRetry={again}
        />
      )}
    </div>
  )
}
