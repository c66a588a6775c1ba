#!/usr/bin/env node
// Checks the scripts named on the command line for names that are declared nowhere and for names
// that nothing uses. Run it with --expose-internals: it parses with the acorn that is part of node.
//
// Parameters may be unused, and so may names that begin with an underscore. A name counts as used
// wherever it occurs after its declaration or before it, also if it is only assigned.
'use strict';

const fs = require('fs');
const { parse } = require('internal/deps/acorn/acorn/dist/acorn');

// What browsers and the language provide, as far as the scripts use it.
const GLOBALS = new Set(
  `Array Blob Boolean Chart DOMPoint Date Error EventSource Infinity JSON Map Math Number Object Promise RegExp
  ResizeObserver Set String URL URLSearchParams clearInterval console decodeURIComponent document encodeURIComponent fetch
  getComputedStyle history localStorage location matchMedia navigator setInterval setTimeout undefined window`.split(
    /\s+/,
  ),
);

class Scope {
  constructor(parent, isFunction) {
    Object.assign(this, { parent, isFunction, declared: new Map(), used: [] });
  }

  declare({ name, start }, mayBeUnused) {
    if (!this.declared.has(name)) this.declared.set(name, { start, mayBeUnused });
  }

  // Hands on what it uses but does not declare, since functions can be used before they are declared.
  close(report) {
    const used = new Set();
    for (const use of this.used) {
      if (this.declared.has(use.name)) used.add(use.name);
      else if (this.parent) this.parent.used.push(use);
      else if (!GLOBALS.has(use.name)) report(use.start, `'${use.name}' is not declared`);
    }
    for (const [name, { start, mayBeUnused }] of this.declared)
      if (!used.has(name) && !mayBeUnused && !name.startsWith('_')) report(start, `'${name}' is not used`);
  }
}

class Walk {
  constructor(report) {
    this.report = report;
    this.scope = new Scope(null, true);
  }

  within(isFunction, visit) {
    this.scope = new Scope(this.scope, isFunction);
    visit();
    this.scope.close(this.report);
    this.scope = this.scope.parent;
  }

  // Declares the names of a pattern, and visits its defaults.
  bind(pattern, scope, mayBeUnused) {
    if (!pattern) return;
    const again = (part) => this.bind(part, scope, mayBeUnused);
    switch (pattern.type) {
      case 'Identifier':
        return scope.declare(pattern, mayBeUnused);
      case 'ObjectPattern':
        return pattern.properties.forEach((property) => {
          if (property.computed) this.visit(property.key);
          again(property.type === 'RestElement' ? property.argument : property.value);
        });
      case 'ArrayPattern':
        return pattern.elements.forEach(again);
      case 'AssignmentPattern':
        again(pattern.left);
        return this.visit(pattern.right);
      case 'RestElement':
        return again(pattern.argument);
      default:
        return this.visit(pattern);
    }
  }

  function(node) {
    if (node.type === 'FunctionDeclaration') this.scope.declare(node.id, false);
    this.within(true, () => {
      if (node.type === 'FunctionExpression' && node.id) this.scope.declare(node.id, true);
      node.params.forEach((parameter) => this.bind(parameter, this.scope, true));
      if (node.body.type === 'BlockStatement') node.body.body.forEach((each) => this.visit(each));
      else this.visit(node.body);
    });
  }

  class(node) {
    if (node.type === 'ClassDeclaration') this.scope.declare(node.id, false);
    this.visit(node.superClass);
    node.body.body.forEach((member) => this.visit(member));
  }

  variables(node) {
    let scope = this.scope;
    while (node.kind === 'var' && !scope.isFunction) scope = scope.parent;
    for (const { id, init } of node.declarations) {
      this.visit(init);
      this.bind(id, scope, false);
    }
  }

  visit(node) {
    if (!node) return;
    switch (node.type) {
      case 'Identifier':
        return void this.scope.used.push(node);
      case 'VariableDeclaration':
        return this.variables(node);
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return this.function(node);
      case 'ClassDeclaration':
      case 'ClassExpression':
        return this.class(node);
      case 'CatchClause':
        return this.within(false, () => {
          this.bind(node.param, this.scope, false);
          this.visit(node.body);
        });
      case 'BlockStatement':
      case 'StaticBlock':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'SwitchStatement':
        return this.within(false, () => this.children(node));
      case 'MemberExpression':
        this.visit(node.object);
        return node.computed ? this.visit(node.property) : undefined;
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        if (node.computed) this.visit(node.key);
        return this.visit(node.value);
      case 'LabeledStatement':
        return this.visit(node.body);
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return undefined;
      default:
        return this.children(node);
    }
  }

  children(node) {
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (child && typeof child.type === 'string') this.visit(child);
  }
}

// Returns the complaints about a script as [line, text].
function check(text) {
  const found = [];
  const report = (start, what) => found.push([text.slice(0, start).split('\n').length, what]);
  let tree;
  try {
    tree = parse(text, { ecmaVersion: 'latest' });
  } catch (error) {
    return [[error.loc ? error.loc.line : 1, error.message]];
  }
  const walk = new Walk(report);
  walk.children(tree);
  walk.scope.close(report);
  return found.sort((one, other) => one[0] - other[0]);
}

// ---- of itself

const CASES = [
  ['const a = 1;\nwindow.a = a;', ''],
  ['const a = 1;', "1 'a' is not used"],
  ['window.a = b;', "1 'b' is not declared"],
  ['function f() { return g(); }\nfunction g() { return 1; }\nwindow.f = f;', ''],
  ['function f() { return f; }', ''],
  ['if (window.a) { const b = 1; }\nwindow.c = b;', "1 'b' is not used, 2 'b' is not declared"],
  ['if (window.a) { var b = 1; }\nwindow.c = b;', ''],
  ['window.f = (a, { b, c: d = e }) => d;', "1 'e' is not declared"],
  ['const { a, b: c, ...d } = window;\nwindow.e = c.a;', "1 'a' is not used, 1 'd' is not used"],
  ['const [a, , b = a] = window.c;\nwindow.d = b;', ''],
  ['window.f = function g() {};', ''],
  ['try { window.a(); } catch (e) { window.b(); }', "1 'e' is not used"],
  ['for (const a of [1]) window.b(a);\nfor (let i = 0; i < 2; i++);', ''],
  ['const a = 1;\nwindow.b = { a, c: 1, [d]: 2 };', "2 'd' is not declared"],
  ['class A { b() { return this.c; } }\nwindow.a = new A();', ''],
  ['outer: for (;;) break outer;', ''],
  ['const _a = 1;', ''],
  ['window.a = (;', '1 Unexpected token (1:12)'],
];

function checkItself() {
  for (const [text, wanted] of CASES) {
    const found = check(text)
      .map((each) => each.join(' '))
      .join(', ');
    if (found !== wanted) throw new Error(`of ${JSON.stringify(text)} it says "${found}", not "${wanted}"`);
  }
}

checkItself();
let complaints = 0;
for (const path of process.argv.slice(2))
  for (const [line, what] of check(fs.readFileSync(path, 'utf8'))) {
    console.log(`${path}:${line}: ${what}`);
    complaints += 1;
  }
process.exitCode = complaints > 0 ? 1 : 0;
