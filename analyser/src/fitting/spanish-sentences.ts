import type { Grammar } from './grammar.ts'

/** Spanish of Spain and of the Americas. */
export const spanishSentences: Grammar = {
  language: 'Spanish',
  slots: {
    thing: `pedido,cuenta,tarjeta,transferencia,reembolso,paquete,reserva,vuelo,factura,contrato,préstamo,aplicación,maleta,entrega`,
    when: `hoy,mañana,el viernes,esta tarde,el lunes,la semana que viene,a las 3,antes del cierre`,
    span: `dos horas,tres días,una semana,un mes,45 minutos,10 días`,
    who: `el agente,su personal,el gerente,el repartidor,mi asesora,Marta,el equipo,el servicio al cliente,la chica del mostrador`,
    doc: `contrato,extracto,informe,factura,documento,presupuesto,archivo`,
    fault: `no funciona,no ha llegado,llegó roto,fue cancelado sin aviso,está bloqueada,se cobró dos veces,sigue sin llegar,se perdió,falla siempre`,
    verb: `enviarme el {doc},cancelar mi {thing},transferir 500 euros,reservar una mesa,llamarme {when},actualizar mi dirección,comprar 100 acciones,confirmar la reunión,revisar el {doc},bloquear mi tarjeta,cambiar la fecha`,
  },
  templates: {
    question: `¿cuándo llega mi {thing}?
¿cuál es la comisión?
¿cuánto cuesta?
¿a qué hora abren {when}?
¿dónde puedo ver mi {thing}?
¿cómo puedo cambiar mi clave?
¿tienen disponible para {when}?
¿hay algún cargo por la transferencia?
¿qué documentos necesito?
¿recibiste el {doc}?
¿quién es mi asesor?
cuanto tarda el {thing}?
donde estas
que hora es?
¿es posible pagar a plazos?
¿vienes {when}?
¿qué tal?
¿por qué aparece pendiente?
¿se puede hacer en línea?
¿sabes si llamó?
¿qué te parece?`,
    request: `por favor, ¿puede {verb}?
¿podría {verb}?
¿me puede enviar el {doc}?
necesito {verb}
quiero {verb}
me gustaría {verb}
quisiera {verb}, por favor
envíeme el {doc} {when}, por favor
mándame el {doc} porfa
llámeme {when}
avíseme cuando esté listo
necesito el {doc} para {when}
confirme la {thing}, por favor
ayúdeme con mi {thing}
busco un hotel en el centro
reserve dos billetes para {when}
favor de {verb}
dime el precio
solicito una copia del {doc}
les ruego {verb}
pásame el {doc}`,
    complaint: `mi {thing} {fault}
mi {thing} {fault} y nadie responde
¡mi {thing} {fault}!
llevo {span} esperando mi {thing}
llevo {span} al teléfono y nadie contesta
es inaceptable, mi {thing} {fault}
pésimo servicio
el servicio es terrible
{who} fue muy grosero
{who} fue maleducado conmigo
estoy muy decepcionado con {who}
estoy harto de esperar
quiero poner una queja
exijo la devolución de mi dinero
me cobraron dos veces
me cobraron sin mi permiso
nadie me da una solución
nadie responde mis correos
todavía no he recibido mi {thing}
aún no me devuelven el dinero
es la tercera vez que mi {thing} {fault}
¿por qué nadie contesta?
¿hasta cuándo tengo que esperar?
¿dónde está mi {thing}? hace {span}
son unos ladrones
nunca más compro aquí
qué vergüenza de empresa
una vergüenza
la aplicación se cae a cada rato
la comida estaba fría
no estoy satisfecho con el servicio
perdí dinero por su error
prometieron llamar y no llamaron
lo peor que he usado
voy a cerrar mi cuenta
vaya desastre`,
    compliment: `excelente servicio
{who} fue muy amable
{who} es excelente
muchas gracias, {who} fue muy profesional
me encanta la nueva aplicación
estoy muy contento con el servicio
¡qué buen trabajo!
buen trabajo
felicidades al equipo
enhorabuena por el resultado
el mejor banco
la comida estaba deliciosa
muy buena atención, rápida y amable
lo recomiendo mucho
genial, quedó perfecto
sois geniales
eres el mejor
qué bonito
agradezco mucho su ayuda, fue impecable
todo perfecto, encantado con {who}
increíble rapidez`,
    other: `ok
vale
gracias
muchas gracias
de nada
estoy en una reunión
llego en diez minutos
nos vemos {when}
buenos días
adjunto el {doc}
le envié el {doc} ayer
su {thing} está confirmado
la reunión es {when}
sí, perfecto
no, gracias
creo que sí
no sé
mañana estoy fuera
voy en camino
te llamo {when}
el mercado cerró al alza
ayer fui al cine
feliz cumpleaños
buenas noches
él trabaja en Madrid
jajaja
perdón, estaba ocupado
hemos recibido su {doc}`,
  },
}
