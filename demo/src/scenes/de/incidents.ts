import type { Script } from '#scene.ts'

export const germanIncidents: Script = {
  language: 'de',
  text: `
# de-guarantee | incident | end hit=guarantees:breach
r: Die Anlage ist {praktisch risikolos|ohne Risiko}, {pct} im Jahr. {Ich habe sie selbst|Der Zeitraum ist kurz}.
c: {Ehrlich|Ganz sicher}?

# de-guarantee-false | incident | hit=guarantees:false
c: Gibt es etwas ohne Risiko?
r: Nein. Nur das Tagesgeld bis zur Sicherungsgrenze kommt dem nahe.

# de-off | incident | end hit=off-channel:breach
r: Schreiben Sie mir besser an meine private Nummer, {hier wird alles archiviert|das geht schneller}.
c: {Gut|Ist das erlaubt}?

# de-gift | incident | hit=gifts:minor
c: Am Empfang liegt ein kleines Geschenk für Sie, {Honig vom Nachbarn|selbst gemacht}.
r: {Wie lieb|Vielen Dank}! Ich trage es ins Register ein.

# de-cash | incident | end hit=unusual-payments:breach
c: Kann ich {amount} in bar bringen? {Ohne viele Fragen|Vom Autoverkauf}.
r: Bargeld nehmen wir nicht an, und fragen müssten wir.

# de-rude | incident | end hit=profanity:minor
c: Scheiße, schon wieder {abgestürzt|ausgesperrt}!
r: {Tut mir leid|Ich verstehe}. Ich setze es zurück.

# de-inside | incident | end hit=inside-information:breach
c: Ein Freund hat Insiderwissen: {company} wird {übernommen|verkauft}. Kaufen Sie {units}?
r: Diesen Auftrag darf ich nicht annehmen, und Sie sollten ihn nirgends erteilen.
`,
}
