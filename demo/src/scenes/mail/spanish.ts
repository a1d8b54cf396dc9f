import type { Script } from '#scene.ts'

export const spanishMails: Script = {
  language: 'es',
  text: `
# es-mail-review | review | mail
s: Informe del {lastquarter}
r: Le adjunto el informe del trimestre: una rentabilidad del {pct} después de gastos. // Proponemos mantener la cartera como está y reinvertir los dividendos. // ¿Le va bien comentarlo el {weekday} a las {time}?
> attach pdf
c: {Muchas gracias, muy claro|Recibido}. El {weekday} me va bien.

# es-mail-documents | documents | mail
s: Documentación pendiente
r: Para actualizar su expediente necesitamos {document}. Puede subirlo a la web; por correo no es seguro.
c: {Ya está subido|Lo envío esta semana}.
`,
}
