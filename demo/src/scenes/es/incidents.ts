import type { Script } from '#scene.ts'

export const spanishIncidents: Script = {
  language: 'es',
  text: `
# es-guarantee | incident | end hit=guarantees:breach
r: Es una inversión {sin riesgo|con rentabilidad garantizada}, {pct} al año. {Yo mismo la tengo|Quedan pocas plazas}.
c: ¿Seguro?
r: {Segurísimo|Confíe en mí}.

# es-guarantee-false | incident | hit=guarantees:false
c: Un anuncio promete un {pct} mensual sin riesgo. {¿Qué opina|¿Es timo}?
r: {Huya|Timo}. Nadie regala eso.

# es-off | incident | end hit=off-channel:breach
r: Mejor escríbame a mi número personal, {por aquí queda todo|aquí es muy formal}.
c: {Vale|¿Cuál era}?

# es-gift | incident | end hit=gifts:breach
c: Le he dejado un regalo en recepción, {un reloj de nada|por lo bien que se portó}.
r: {No tenía que molestarse, ¡precioso!|Mil gracias, me encanta}.

# es-gift-false | incident | hit=gifts:false
c: Busco un regalo para el ahijado que no sea un juguete. ¿Un fondo?
r: {Buena idea|Claro}: {small} en {fund}.

# es-cash | incident | end hit=unusual-payments:breach
c: ¿Puedo llevarle {amount} en efectivo? {Es de una venta|Sin preguntas}.
r: No aceptamos efectivo. Y necesito saber de dónde viene.
c: {Entonces nada|Ya le diré}.

# es-inside | incident | end hit=inside-information:breach
c: Tengo información privilegiada de {company}: {la compran el {weekday}|mi primo está en la mesa}. Compre {units}.
r: No puedo aceptar esa orden. Y por favor no la ponga en otro sitio.

# es-complaint-formal | incident | end hit=complaints:breach
c: Presento una reclamación formal: {me cobraron dos veces {small}|nadie me avisó del cambio de fondo}.
r: Queda registrada hoy, {ref}. Le contestará otra persona, por escrito.

# es-rude | incident | end hit=profanity:minor
c: ¡Mierda de formulario! {Tercera vez que se borra|Me echa a la página uno}.
r: {Le entiendo|Lo siento}. Lo relleno yo y usted firma.
`,
}
