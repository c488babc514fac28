/** Slash commands as the bot synced them, flattened to what can be typed. */

const SLASH = 1;
const USER_MENU = 2;
const SUBCOMMAND = 1;
const GROUP = 2;

/** Returns every command that can be typed: `{name, path, description, options}`, by name. */
export function typedCommands(commands) {
  return commands
    .filter((command) => (command.type ?? SLASH) === SLASH)
    .flatMap((command) => leaves(command, []))
    .sort((left, right) => left.name.localeCompare(right.name));
}

function leaves(node, above) {
  const path = [...above, { name: node.name, type: node.type ?? SLASH }];
  const options = node.options ?? [];
  const below = options.filter(({ type }) => type === SUBCOMMAND || type === GROUP);
  if (below.length > 0) return below.flatMap((child) => leaves(child, path));
  const name = path.map((part) => part.name).join(" ");
  return [{ name, path, description: node.description ?? "", options }];
}

/** Returns the commands of a person's menu. */
export function menuCommands(commands) {
  return commands.filter((command) => command.type === USER_MENU);
}

/** Wraps option values into the subcommands on the way, as an interaction carries them. */
export function nested(command, values) {
  return command.path
    .slice(1)
    .reverse()
    .reduce((options, { name, type }) => [{ name, type, options }], values);
}

/** Ranks commands for what was typed after the slash: names that begin with it come first. */
export function matching(commands, typed) {
  const words = typed.toLowerCase();
  const begins = commands.filter(({ name }) => name.startsWith(words));
  const holds = commands.filter(({ name }) => !name.startsWith(words) && name.includes(words));
  return [...begins, ...holds];
}
