-- The two tables of the shop, and its last copy of a book.
create table books (isbn text primary key, stock int not null);

create table orders (
    id bigint generated always as identity primary key,
    isbn text not null references books,
    status text not null default 'new'
);

insert into books values ('one left', 1);
