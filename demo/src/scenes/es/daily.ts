import type { Script } from '#scene.ts'

export const spanishDaily: Script = {
  language: 'es',
  text: `
# es-welcome | onboarding
r: {Bienvenido a la casa|Un placer tenerle con nosotros}. Soy {repfull} y {estaré a su lado para lo que haga falta|soy su contacto para el día a día}.
c: {Gracias|Encantado}. ¿{Qué falta por mi parte|Por dónde empezamos}?
r: {document} y un cuestionario de riesgo, {diez minutos|nada complicado}, en {portal}.
c: {Lo hago esta noche|Hecho, creo}.
> wait 1d
r: Todo correcto. Nos vemos el {weekday}.

# es-review | review
r: Ya tiene el informe del {lastquarter}: {pct}, un poco {por encima|por debajo} de lo previsto.
> attach pdf
c: ¿Qué {ha ido mejor|nos ha costado más}?
r: {fund}, sobre todo. La página {3|4} lo resume.
c: ¿{Cambiamos algo|Tocamos algo}?
r: {De momento nada|Un ajuste pequeño}, se lo explico el {weekday}.

# es-meeting | scheduling
c: ¿{Tiene un hueco|Podemos vernos} el {weekday}?
r: A las {time}, ¿en {place}?
c: {Perfecto, ahí estaré|Mejor por vídeo}.
r: {Anotado|Le mando el enlace}.

# es-move | scheduling
c: Perdone, {me ha surgido un viaje a {city}|tengo a la niña con fiebre}. ¿Lo pasamos al {soon}?
r: {Sin problema|Faltaría más}. Misma hora.

# es-transfer | transfer
c: Necesito {amount} en mi cuenta, la que acaba en {ending}.
r: {Enseguida|Ahora mismo}. Le llamo antes para confirmar, es la norma.
c: {Aquí estoy|Deme cinco minutos}.
> wait 15m
r: Confirmado. Lo tendrá el {weekday}.

# es-transfer-house | transfer
c: ¡Firmamos la casa el {day}! Me hacen falta {big}.
r: ¡{Enhorabuena|Qué alegría}! Vendo con tres días de margen para que no haya sustos.
c: {Usted siempre previsor|Así duermo tranquilo}.

# es-fees | fees
c: ¿A qué corresponde el cargo de {small}?
r: Es la comisión del {lastquarter}: {smallpct} al año.
c: ¿Y no {baja|se puede bajar} con lo que acabo de traer?
r: Sí, baja un tramo desde {nextmonth}.

# es-documents | documents
r: Nos falta {document}, {el nuestro ha caducado|por el cambio de domicilio}.
c: ¿{Vale una foto|Sirve un PDF}?
r: Sí, pero en {portal}, no por aquí.
c: {Subido|Listo}.

# es-statement | statements
c: ¿Me manda los movimientos de {year} para el gestor?
r: Aquí van.
> attach csv
c: {Los abre bien|Justo lo que pedía}. 

# es-tax | tax
c: {Mi asesor pregunta por|Necesito} el certificado fiscal de {lastyear}.
r: {Está en|Lo tiene en} {portal}, y se lo dejo aquí.
> attach pdf
c: {Me salva la vida|Qué rapidez}.

# es-market | market
c: ¿Ha visto lo de {company}? {Cae un|Ha subido un} {pct}.
r: Sí. Tenemos muy poco, a través de {fund}.
c: ¿Compramos {más|algo}?
r: Yo esperaría {a los próximos trimestres|un poco}. Una mañana no dice nada.

# es-market-rates | market
c: Con los tipos así, ¿{qué hacemos con la liquidez|dónde dejo el efectivo de la cuenta}?
r: {fund}: un día de preaviso y algo más de rendimiento que la cuenta.
c: {Adelante con la mitad|Páseme los números}.

# es-drop | drop
c: ¡Está todo en rojo! {¿Vendo|¿Salimos}?
r: Yo no lo haría. Tiene tres años de gastos fuera de bolsa.
c: {Ya, pero duele|No puedo ni mirar}.
r: No mire hoy. {Le llamo esta tarde|Hablamos el {weekday}}.

# es-drop-buy | drop
c: Con esta bajada, ¿{entramos|aprovechamos}?
r: En tres partes de {amount}, sin prisa.
c: {Venga, la primera hoy|De acuerdo}.

# es-order | orders
c: Compre {units} de {company}, límite {price}.
r: Confirmo: compra de {units} {company} a {price}, válida hasta el {day}. ¿Correcto?
c: {Correcto|Sí señor}.
> wait 1h
r: Ejecutada entera.

# es-family | life
c: ¡Ha nacido {child}! {3 kilos y medio|Todo bien} 🎉
r: ¡{Felicidades|Qué maravilla}! Un abrazo a los dos.
> react ❤️
c: Cuando durmamos abrimos una cuenta para {child}.
r: Sin prisa, {primero a dormir|ya habrá tiempo}.

# es-school | education
c: {child} se va a estudiar a {city}. {¡Ayuda!|Prepárese}.
r: El fondo de estudios da para {count} años.
c: {Uf, menos mal|Qué alivio}.

# es-retire | pension
c: ¿{Cuándo podría|A qué edad puedo} dejarlo?
r: Con su gasto actual, a los {age}.
c: {Ojalá antes|Lo firmo}.
r: Con {small} menos al mes, dos años antes.

# es-praise | compliment
c: Quería darle las gracias por {la paciencia con mi madre|lo rápido que fue todo}. {Un diez|De verdad}.
r: {Me alegra el día|Qué amable}. Se lo digo también a {colleague}.

# es-complaint | complaint | end hit=complaints:minor
c: {Tres semanas|Un mes} para un simple cambio de domicilio. Quiero poner una reclamación.
r: Tiene razón y lo siento. La registro ahora con el número {ref}.
c: {Y que alguien me llame|Espero respuesta}.
r: {Le llamo yo mismo|Tendrá respuesta} antes del {weekday}.

# es-portal | portal
c: No puedo entrar en {portal}, {dice que estoy bloqueado|cambié de móvil}.
r: Le llamo y lo restablezco.
> wait 15m
c: {Dentro|Ya funciona}.

# es-weather | small talk
c: Saludos desde {city}, {38 grados|lloviendo a mares}.
> attach scan
r: {Qué envidia|Aquí igual}. ¡Disfrute!

# es-birthday | small talk
r: ¡Feliz cumpleaños, {client}! 🎂
c: ¡{Qué detalle acordarse|Gracias}! {Ya van muchos|Hoy invito a comer a los míos}.
`,
}
