import { dirname, relative, resolve, sep } from 'node:path';

/**
 * Which room of lib/src may import which others (lib/README.md has the reasons). Every room may import the
 * small files at the root (`shared` below). Tests may import anything.
 */
export const rooms = {
  random: [],
  datasets: [],
  transcripts: ['datasets'],
  models: ['random'],
  voting: ['random'],
  environments: ['random', 'voting'],
  simulation: ['environments', 'random'],
  protocols: ['environments', 'models', 'random', 'transcripts', 'voting'],
  language: ['models', 'random', 'transcripts'],
  statistics: ['random'],
  metrics: ['random', 'transcripts', 'voting'],
  stopping: ['language', 'random', 'statistics', 'transcripts'],
  papers: [
    'datasets',
    'environments',
    'experiment',
    'language',
    'metrics',
    'models',
    'protocols',
    'random',
    'statistics',
    'stopping',
    'transcripts',
    'voting',
  ],
  report: ['language', 'metrics', 'models', 'papers', 'statistics', 'transcripts'],
  experiment: [
    'environments',
    'language',
    'metrics',
    'models',
    'protocols',
    'random',
    'simulation',
    'statistics',
    'stopping',
    'transcripts',
    'voting',
  ],
  recomputed: 'everything',
  cli: 'everything',
};

const shared = [
  'agora-error',
  'basis',
  'check',
  'file-lock',
  'json',
  'notebook',
  'project',
  'read-json',
  'read-lines',
  'repair-question',
  'row',
  'tolerant-json',
];
const isRoom = (name) => Object.hasOwn(rooms, name);

/**
 * What is wrong with one import, or undefined.
 * @param file - the importing file; @param wanted - the text after "from"; @param source - the path of lib/src
 */
export function roomFault(file, wanted, source) {
  if (!wanted.startsWith('.')) return undefined;
  const [room, ...rest] = relative(source, file).split(sep);
  if (room === '..' || rest.length === 0) return undefined; // outside lib/src, or a file at its root
  if (!isRoom(room))
    return `"${room}" is not in the table of rooms (lib/scripts/rooms.mjs): say there what it may import`;
  const [other, ...inside] = relative(source, resolve(dirname(file), wanted)).split(sep);
  if (other === room || rooms[room] === 'everything') return undefined;
  if (inside.length === 0 && shared.includes(other)) return undefined;
  if (isRoom(other) && rooms[room].includes(other)) return undefined;
  const allowed = [...rooms[room].map((name) => `${name}/`), ...shared].join(', ');
  return `${room}/ may import only ${allowed}; not "${wanted}"`;
}

/** The same as an ESLint rule. */
export const roomRule = {
  meta: { type: 'problem', schema: [{ type: 'object', properties: { source: { type: 'string' } } }] },
  create(context) {
    const { source } = context.options[0];
    const check = (node) => {
      const wanted = node.source?.value ?? node.argument?.literal?.value;
      const message = typeof wanted === 'string' ? roomFault(context.filename, wanted, source) : undefined;
      if (message !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};
